import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { FormProblem } from "../form-problem.tsx";
import { toProblem } from "../problem.ts";
import { addPasskey } from "./add-passkey.ts";
import { ConfirmIdentity } from "./confirm-identity.tsx";
import { PasskeyEntry } from "./passkey-entry.tsx";
import { explainPasskeyError } from "./passkey-problem.ts";
import { MAX_PASSKEYS, type Passkey, removePasskey, useRefreshPasskeys } from "./passkeys.ts";
import { supportsPasskeys } from "./supports-passkeys.ts";

/** Adds or removes a passkey. The password is empty if it has not been asked for. */
type Change = (password: string) => Promise<void>;

export function PasskeyList({ passkeys }: { passkeys: readonly Passkey[] }) {
  const refresh = useRefreshPasskeys();
  const section = useRef<HTMLElement>(null);
  const [toRemove, setToRemove] = useState<Passkey>();
  const [unconfirmed, setUnconfirmed] = useState<Change>();
  const [busy, setBusy] = useState<"add" | "remove">();
  const [problem, setProblem] = useState<{ readonly text: string } | null>(null);
  const [closedQuestions, setClosedQuestions] = useState(0);
  // The question that had the focus has been removed, or the button that opened it.
  useEffect(() => {
    if (closedQuestions > 0) section.current?.focus();
  }, [closedQuestions]);

  const add: Change = async (password) => {
    await addPasskey(password);
    toast.success("Done. Next time, log in with your fingerprint or screen lock.");
    await refresh();
  };
  const remove =
    ({ id, name }: Passkey): Change =>
    async (password) => {
      await removePasskey(id, password);
      toast.success(`${name} was removed.`);
      await refresh();
    };
  const start = async (kind: "add" | "remove", change: Change) => {
    setBusy(kind);
    setProblem(null);
    try {
      await change("");
      if (kind === "remove") setClosedQuestions((count) => count + 1);
    } catch (error) {
      const { text, code } = toProblem(explainPasskeyError(error), {
        refused: "That did not work. Please try again.",
      });
      if (code === "reauthentication_needed") setUnconfirmed(() => change);
      else setProblem({ text });
    } finally {
      setBusy(undefined);
      setToRemove(undefined);
    }
  };

  if (unconfirmed) {
    const close = () => {
      setUnconfirmed(undefined);
      setClosedQuestions((count) => count + 1);
    };
    return (
      <ConfirmIdentity
        run={async (password) => {
          await unconfirmed(password);
          close();
        }}
        onCancel={close}
      />
    );
  }
  return (
    <section ref={section} tabIndex={-1} aria-label="Your devices" className="grid gap-4">
      {passkeys.length > 0 ? (
        <ul className="divide-y">
          {passkeys.map((passkey) => (
            <PasskeyEntry key={passkey.id} passkey={passkey} onRemove={() => setToRemove(passkey)} />
          ))}
        </ul>
      ) : (
        <p>
          No device has been added yet. Add only a device that nobody else can unlock: anyone who can unlock
          it can log in.
        </p>
      )}
      <FormProblem problem={problem} />
      <AddButton count={passkeys.length} busy={busy === "add"} onAdd={() => start("add", add)} />
      <ConfirmDialog
        open={toRemove !== undefined}
        onOpenChange={(open) => !open && setToRemove(undefined)}
        title={`Remove ${toRemove?.name}?`}
        text="It can no longer log in without the password, and devices that were logged in with it are logged out. You stay logged in here."
        confirm="Remove"
        danger
        busy={busy === "remove"}
        onConfirm={() => toRemove && start("remove", remove(toRemove))}
      />
    </section>
  );
}

interface AddButtonProps {
  readonly count: number;
  readonly busy: boolean;
  onAdd(): void;
}

function AddButton({ count, busy, onAdd }: AddButtonProps) {
  if (!supportsPasskeys())
    return (
      <Notice kind="info" title="This browser cannot add a device.">
        Open Maarga in an up-to-date Chrome, Safari, Edge or Firefox, on a device with a screen lock.
      </Notice>
    );
  if (count >= MAX_PASSKEYS)
    return <p className="text-muted">You can add at most ten devices. Remove one that you no longer use.</p>;
  return (
    <Button size="large" busy={busy} onClick={onAdd}>
      Add this device
    </Button>
  );
}
