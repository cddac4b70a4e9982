import { useState } from "react";
import { formatDay } from "../../../../domain/kolkata-time.ts";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { FormProblem } from "../form-problem.tsx";
import { textOf, useForm } from "../use-form.ts";
import { AppCodeField } from "./app-code-field.tsx";
import { type TwoStep, useCreateRecoveryCodes, useTurnOff } from "./two-step.ts";
import { verifyAppCode } from "./verify-second-step.ts";

const FEW_CODES = 3;
const FAILED = "That did not work. Please check the connection and try again.";

interface TurnedOnProps {
  readonly twoStep: TwoStep;
  readonly since: Date;
  onNewCodes(codes: readonly string[]): void;
}

export function TurnedOn({ twoStep, since, onNewCodes }: TurnedOnProps) {
  const [toConfirm, setToConfirm] = useState<"new codes" | "off">();
  const create = useCreateRecoveryCodes(onNewCodes);
  const turnOff = useTurnOff();
  const close = () => setToConfirm(undefined);
  const [needsCode, setNeedsCode] = useState(false);
  const onError = (error: Error) => {
    if ("code" in error && error.code === "reauthentication_needed") setNeedsCode(true);
    else toast.error(FAILED);
  };
  const createCodes = () => create.mutate(twoStep, { onError, onSettled: close });
  const confirmOff = () =>
    turnOff.mutate(twoStep, {
      onSuccess: () => toast.success("Two-step login is off."),
      onError,
      onSettled: close,
    });

  if (needsCode) return <EnterCodeAgain onEntered={() => setNeedsCode(false)} />;
  return (
    <section className="grid gap-4">
      <div>
        <h2 className="text-xl">It is on</h2>
        <p className="mt-1 text-muted">Since {formatDay(since)}</p>
      </div>
      <CodesLeft codesLeft={twoStep.codesLeft} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          busy={create.isPending}
          onClick={twoStep.codesLeft === undefined ? createCodes : () => setToConfirm("new codes")}
        >
          {twoStep.codesLeft === undefined ? "Create recovery codes" : "New recovery codes"}
        </Button>
        <Button variant="secondary" onClick={() => setToConfirm("off")}>
          Turn off
        </Button>
      </div>
      <ConfirmDialog
        open={toConfirm === "new codes"}
        onOpenChange={close}
        title="New recovery codes?"
        text="The codes that you have saved stop working."
        confirm="Create new codes"
        busy={create.isPending}
        onConfirm={createCodes}
      />
      <ConfirmDialog
        open={toConfirm === "off"}
        onOpenChange={close}
        title="Turn two-step login off?"
        text="Then your password alone is enough to log in. Your recovery codes stop working."
        confirm="Turn off"
        danger
        busy={turnOff.isPending}
        onConfirm={confirmOff}
      />
    </section>
  );
}

/** Somebody who finds an open phone must not turn two-step login off. */
function EnterCodeAgain({ onEntered }: { onEntered: () => void }) {
  const form = useForm({
    refused: "The code could not be checked. Please try again.",
    async send(fields) {
      await verifyAppCode(textOf(fields, "code"));
      toast.success("Thank you. You can change two-step login for the next ten minutes.");
      onEntered();
    },
  });
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <h2 className="text-xl">First, a code from your app</h2>
      <AppCodeField error={form.errorAt("code")} autoFocus />
      <FormProblem problem={form.problem} />
      <Button type="submit" busy={form.isBusy}>
        Confirm
      </Button>
    </form>
  );
}

function CodesLeft({ codesLeft }: { codesLeft: number | undefined }) {
  if (codesLeft === undefined)
    return (
      <Notice kind="warning" title="You have no recovery codes.">
        Without them, a lost phone locks you out.
      </Notice>
    );
  const text =
    codesLeft === 1 ? "1 of 10 recovery codes is left." : `${codesLeft} of 10 recovery codes are left.`;
  return codesLeft < FEW_CODES ? <Notice kind="warning">{text}</Notice> : <p>{text}</p>;
}
