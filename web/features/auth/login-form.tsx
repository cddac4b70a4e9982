import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";
import { PasswordField } from "../../ui/field.tsx";
import { toast } from "../../ui/toast.ts";
import { ChallengeBox } from "./challenge/challenge-box.tsx";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { EmailField } from "./email-field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { logIn } from "./log-in.ts";
import { FormError } from "./problem.ts";
import { textOf, useForm } from "./use-form.ts";
import { withProof } from "./with-proof.ts";

const EMAIL_PATTERN = /^\S+@\S+\.\S+$/;

interface LoginFormProps {
  readonly challenge: PageChallenge;
  readonly email: string;
  onEmail(email: string): void;
  /** Offers another mail if the address has not been confirmed yet. */
  onNewLink(email: string, password: string): void;
}

export function LoginForm({ challenge, email, onEmail, onNewLink }: LoginFormProps) {
  const [attempted, setAttempted] = useState({ email: "", password: "" });
  const form = useForm({
    refused: "Failed to login",
    async send(fields) {
      const address = textOf(fields, "email").trim();
      const password = textOf(fields, "password");
      if (!EMAIL_PATTERN.test(address)) throw new FormError("Please enter a valid email address.", "email");
      if (!password) throw new FormError("Please enter your password.", "password");
      setAttempted({ email: address, password });
      const isLoggedIn = await withProof(challenge, (proof) => logIn(address, password, proof));
      if (isLoggedIn) toast.success("Logged in successfully!");
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
        onChange={(event) => onEmail(event.target.value)}
        error={form.errorAt("email")}
      />
      <div>
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          error={form.errorAt("password")}
        />
        <Link
          to="/forgot-password"
          state={{ email }}
          className="-mb-2 inline-flex min-h-11 items-center text-press text-sm underline"
        >
          Forgot password?
        </Link>
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
