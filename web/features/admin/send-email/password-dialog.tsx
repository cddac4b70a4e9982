import { type FormEvent, useRef, useState } from "react";
import { toast } from "sonner";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { PasswordField } from "../../../ui/field.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { findPlaceholders } from "./placeholders.ts";
import type { useSendMail, Wish } from "./send-mail.ts";

interface PasswordDialogProps {
  readonly wish: Wish;
  readonly ownEmail: string;
  readonly willGet: number | undefined;
  readonly send: ReturnType<typeof useSendMail>;
  /** With the campaign's id, unless it was a test. */
  readonly onDone: (campaign: string | undefined) => void;
  readonly onClose: () => void;
}

const WRONG_PASSWORD = "Incorrect super-admin password.";

export function PasswordDialog({ wish, ownEmail, willGet, send, onDone, onClose }: PasswordDialogProps) {
  const [superAdminPassword, setPassword] = useState("");
  const [problem, setProblem] = useState<string>();
  const underWay = useRef<AbortController>(undefined);
  const placeholders = findPlaceholders(`${wish.draft.subject}\n${wish.draft.body}`);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    setProblem(undefined);
    const controller = new AbortController();
    underWay.current = controller;
    send.mutate(
      { ...wish, ownEmail, superAdminPassword, signal: controller.signal },
      {
        onSuccess: onDone,
        onError: ({ message }) => {
          if (controller.signal.aborted) return;
          setProblem(message);
          if (message === WRONG_PASSWORD) return;
          toast.error(wish.to === "myself" ? "Failed to send test email to your address." : message);
        },
      },
    );
  };
  const cancel = () => {
    underWay.current?.abort();
    onClose();
  };
  const footer = (
    <>
      <Button variant="secondary" onClick={cancel}>
        Cancel
      </Button>
      <Button
        type="submit"
        form="super-admin"
        disabled={superAdminPassword === ""}
        busy={send.isPending}
        busyText="Sending..."
      >
        Confirm & Send
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && cancel()}
      title="Super Admin Password Required"
      description={describe(wish, ownEmail, willGet)}
      footer={footer}
    >
      <form id="super-admin" onSubmit={submit} className="grid gap-4">
        {placeholders.length > 0 && (
          <Notice kind="warning">The text still says {placeholders.join(", ")}.</Notice>
        )}
        <PasswordField
          label="Super-admin password"
          // Not the admin's own: no browser should keep it or fill it in.
          autoComplete="off"
          value={superAdminPassword}
          error={problem}
          onChange={({ target }) => setPassword(target.value)}
        />
      </form>
    </Dialog>
  );
}

function describe({ to, draft }: Wish, ownEmail: string, willGet: number | undefined): string {
  if (to === "myself") return `One test email goes to ${ownEmail}.`;
  const whom = draft.plan === "" ? "all plans" : draft.plan;
  const many = willGet === undefined ? "" : `${willGet.toLocaleString("en-IN")} user(s) of `;
  return `“${draft.subject}” goes to ${many}${whom}. Mails that are out cannot be called back.`;
}
