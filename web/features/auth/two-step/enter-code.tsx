import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { toast } from "../../../ui/toast.ts";
import { AuthFrame } from "../auth-frame.tsx";
import { FormProblem } from "../form-problem.tsx";
import { TextButton } from "../text-button.tsx";
import { textOf, useForm } from "../use-form.ts";
import { AppCodeField } from "./app-code-field.tsx";
import { verifyAppCode, verifyRecoveryCode } from "./verify-second-step.ts";

/** The second step of a login. When it is passed, the session changes, and the page behind is opened. */
export function EnterCode() {
  const [usesRecovery, setUsesRecovery] = useState(false);
  return (
    <AuthFrame
      title="One more step"
      text={
        usesRecovery
          ? "Enter one of the recovery codes that you saved when you turned two-step login on."
          : "Open your authenticator app and enter the code that it shows for Maarga."
      }
    >
      {/* The key gives each form its own field and error. */}
      <StepForm key={String(usesRecovery)} usesRecovery={usesRecovery} />
      <div className="mt-3 flex flex-wrap justify-between gap-x-4">
        <TextButton onClick={() => setUsesRecovery(!usesRecovery)}>
          {usesRecovery ? "Use the code of my app" : "Use a recovery code"}
        </TextButton>
        <Link to="/logout" className="inline-flex min-h-11 items-center text-press text-sm underline">
          Log in as somebody else
        </Link>
      </div>
      {usesRecovery && (
        <p className="mt-2 text-muted text-sm">
          Neither app nor codes?{" "}
          <a href="/contact" className="text-press underline">
            Write to us
          </a>
          : we can help after we know that it is you.
        </p>
      )}
    </AuthFrame>
  );
}

function StepForm({ usesRecovery }: { usesRecovery: boolean }) {
  const form = useForm({
    refused: "The code could not be checked. Please try again.",
    async send(fields) {
      const code = textOf(fields, "code");
      await (usesRecovery ? verifyRecoveryCode(code) : verifyAppCode(code));
      toast.success("Logged in successfully!");
    },
  });
  return (
    <form noValidate method="post" onSubmit={form.onSubmit} className="grid gap-4">
      {usesRecovery ? (
        <TextField
          label="Recovery code"
          name="code"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          required
          autoFocus
          hint="16 letters and digits. Each code works once."
          error={form.errorAt("code")}
          className="tabular"
        />
      ) : (
        <AppCodeField error={form.errorAt("code")} autoFocus />
      )}
      <FormProblem problem={form.problem} />
      <Button type="submit" size="large" busy={form.isBusy}>
        Confirm
      </Button>
    </form>
  );
}
