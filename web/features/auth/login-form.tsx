import { use, useState } from "react";
import { isSecondStepMissing } from "../../backend/second-step.ts";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { ChallengeBox } from "./challenge/challenge-box.tsx";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { EmailField } from "./email-field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { logIn } from "./log-in.ts";
import { PageLink } from "./page-link.tsx";
import { FormError } from "./problem.ts";
import { SignInContext } from "./sign-in-context.ts";
import { textOf, useForm } from "./use-form.ts";
import { withProof } from "./with-proof.ts";

const EMAIL_PATTERN = /^\S+@\S+\.\S+$/;

interface LoginFormProps {
  readonly challenge: PageChallenge;
  /** Offers another mail if the address has not been confirmed yet. */
  onNewLink(email: string, password: string): void;
}

export function LoginForm({ challenge, onNewLink }: LoginFormProps) {
  const { email, setEmail, password: typed, openApp } = use(SignInContext);
  const [firstPassword] = useState(typed.current);
  const [attempted, setAttempted] = useState({ email: "", password: "" });
  const form = useForm({
    refused: "Failed to login",
    async send(fields) {
      const address = textOf(fields, "email").trim();
      const password = textOf(fields, "password");
      if (!EMAIL_PATTERN.test(address)) throw new FormError("Please enter a valid email address.", "email");
      if (!password) throw new FormError("Please enter your password.", "password");
      setAttempted({ email: address, password });
      const session = await withProof(challenge, (proof) => logIn(address, password, proof));
      if (!isSecondStepMissing(session)) toast.success("Logged in successfully!");
      openApp(session);
    },
  });

  return (
    <form
      noValidate
      method="post"
      onSubmit={form.onSubmit}
      onFocus={challenge.challenge.start}
      className="grid gap-4"
    >
      <EmailField
        defaultValue={email}
        onChange={(event) => setEmail(event.target.value)}
        error={form.errorAt("email")}
      />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          defaultValue={firstPassword}
          onChange={(event) => {
            typed.current = event.target.value;
          }}
          error={form.errorAt("password")}
        />
        <PageLink
          to="/forgot-password"
          className="-mb-2 inline-flex min-h-11 items-center text-press text-sm underline"
        >
          Forgot password?
        </PageLink>
      </div>
      <ChallengeBox page={challenge} />
      <FormProblem
        problem={form.problem}
        action={
          form.problem?.code === "email_not_confirmed" && (
            <Button variant="secondary" onClick={() => onNewLink(attempted.email, attempted.password)}>
              Send a new link
            </Button>
          )
        }
      />
      <Button type="submit" size="large" busy={form.isBusy} {...form.disabledUntilReady}>
        Login
      </Button>
    </form>
  );
}
