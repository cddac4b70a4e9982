import { type FormEvent, useState } from "react";
import { Link } from "react-router";
import { useUser } from "../../queries/user.ts";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { useProveAddress, useSendCode } from "./prove-address.ts";

/** Tells a student that mails to their address come back, and lets them prove it again. */
export function BadAddressNotice() {
  const { email = "", new_email: pending } = useUser();
  const send = useSendCode();
  const prove = useProveAddress();
  if (prove.isSuccess) return null;
  const action = (
    <>
      <Button size="small" variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
        {send.isSuccess ? "Send the code again" : "Send me a code"}
      </Button>
      <Link to="/update-profile" className={buttonClasses({ size: "small", variant: "quiet" })}>
        Use another address
      </Link>
    </>
  );
  return (
    <Notice
      kind="warning"
      title={`Our mails to ${email} come back`}
      action={action}
      className="mb-6 print:hidden"
    >
      <p>
        You do not get our news and reminders. If the address is right, let us send you a code, and enter it
        here. If not, use another address.
        {pending && ` ${pending} is not confirmed yet.`}
      </p>
      {send.error && (
        <p role="alert" className="mt-2 text-danger">
          {describe(send.error, "The code could not be sent. Please try again.")}
        </p>
      )}
      {send.isSuccess && <CodeForm email={email} prove={prove} />}
    </Notice>
  );
}

function CodeForm({ email, prove }: { email: string; prove: ReturnType<typeof useProveAddress> }) {
  const [problem, setProblem] = useState<string>();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get("code")).trim();
    if (!code) return setProblem("Enter the code.");
    setProblem(undefined);
    prove.mutate(code, {
      onSuccess: () => toast.success("Your address works. Our mails reach you again."),
      onError: (error) => setProblem(describe(error, "The code could not be checked. Please try again.")),
    });
  };
  return (
    <form noValidate onSubmit={submit} className="mt-3 flex flex-wrap items-end gap-3">
      <TextField
        label="Code from the mail"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={`Six digits, on their way to ${email}.`}
        error={problem}
        autoFocus
        className="tabular"
      />
      <Button type="submit" size="small" busy={prove.isPending}>
        Confirm
      </Button>
    </form>
  );
}

/** The server's refusals have a code, and are written for users. */
function describe(error: Error, otherwise: string): string {
  return "code" in error && error.code ? error.message : otherwise;
}
