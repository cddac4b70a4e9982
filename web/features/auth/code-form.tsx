import type { Session } from "@supabase/auth-js";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { textOf, useForm } from "./use-form.ts";
import { type CodePurpose, verifyCode } from "./verify-code.ts";

interface CodeFormProps {
  readonly purpose: CodePurpose;
  readonly email: string;
  onVerified(session: Session): void;
}

/** The six-digit code replaces the link for people who read the mail on another device. */
export function CodeForm({ purpose, email, onVerified }: CodeFormProps) {
  const form = useForm({
    refused: "The code could not be checked. Please try again.",
    async send(fields) {
      onVerified(await verifyCode(purpose, email, textOf(fields, "code")));
    },
  });
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <TextField
        label="Code from the mail"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        hint="Six digits. They do the same as the link."
        error={form.errorAt("code")}
        className="tabular [&_input]:min-h-13 [&_input]:text-center [&_input]:text-2xl [&_input]:tracking-[0.3em]"
      />
      <FormProblem problem={form.problem} />
      <Button type="submit" size="large" busy={form.isBusy}>
        Confirm
      </Button>
    </form>
  );
}
