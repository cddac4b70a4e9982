import { hasSecondStep } from "../../../backend/second-step.ts";
import { useUser } from "../../../queries/user.ts";
import { Button } from "../../../ui/button.tsx";
import { PasswordField } from "../../../ui/field.tsx";
import { FormProblem } from "../form-problem.tsx";
import { FormError } from "../problem.ts";
import { AppCodeField } from "../two-step/app-code-field.tsx";
import { verifyAppCode } from "../two-step/verify-second-step.ts";
import { textOf, useForm } from "../use-form.ts";
import { explainPasskeyError } from "./passkey-problem.ts";

interface ConfirmIdentityProps {
  /** Repeats the refused change. The password is empty after a code from the app. */
  run(password: string): Promise<void>;
  onCancel(): void;
}

/** Asks for the password or a code again, so that somebody who finds an unlocked phone cannot add a passkey. */
export function ConfirmIdentity({ run, onCancel }: ConfirmIdentityProps) {
  const user = useUser();
  const asksCode = hasSecondStep(user);
  const form = useForm({
    refused: "That did not work. Please try again.",
    async send(fields) {
      if (asksCode) await verifyAppCode(textOf(fields, "code"));
      await run(asksCode ? "" : textOf(fields, "current")).catch((error) => {
        throw needsReauthentication(error)
          ? new FormError("Please log out and in again, and do this within ten minutes.")
          : explainPasskeyError(error);
      });
    },
  });
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="grid gap-4">
      <h2 className="text-xl">{asksCode ? "First, a code from your app" : "First, your password"}</h2>
      {asksCode ? (
        <AppCodeField error={form.errorAt("code")} autoFocus />
      ) : (
        <>
          {/* Password managers need the user name to find the password. */}
          <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
          <PasswordField
            label="Current Password"
            name="current"
            autoComplete="current-password"
            required
            autoFocus
            error={form.errorAt("current")}
          />
        </>
      )}
      <FormProblem problem={form.problem} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={form.isBusy}>
          Continue
        </Button>
        <Button variant="secondary" disabled={form.isBusy} onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function needsReauthentication(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "reauthentication_needed";
}
