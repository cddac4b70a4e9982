import { use } from "react";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { ChallengeBox } from "./challenge/challenge-box.tsx";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { EmailField } from "./email-field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { register } from "./register.ts";
import type { SentMail } from "./sent-mail.ts";
import { SignInContext } from "./sign-in-context.ts";
import { textOf, useForm } from "./use-form.ts";
import { withProof } from "./with-proof.ts";

/** Kept while the page is open, so that another mail for the same sign-up needs no typing. */
export interface SentSignUp {
  readonly email: string;
  /** Absent if only the address is to be confirmed. */
  readonly password?: string;
  readonly ids: readonly string[];
  /** Set if the mail was sent before this page was loaded. */
  readonly sentBefore?: Pick<SentMail, "sentAt" | "hasPassword">;
}

interface RegisterFormProps {
  readonly challenge: PageChallenge;
  onRegistered(signUp: SentSignUp): void;
}

/** Only the browser checks the address's format; the confirmation mail proves that the address exists. */
export function RegisterForm({ challenge, onRegistered }: RegisterFormProps) {
  const { email, setEmail, password: typed } = use(SignInContext);
  const form = useForm({
    refused: "Failed to register",
    unexpected: "Failed to register. Please refresh and try again",
    async send(fields) {
      const address = textOf(fields, "email").trim();
      const password = textOf(fields, "password");
      const id = await withProof(challenge, (proof) => register(address, password, proof));
      toast.success("Registration successful! Please check your email for verification.");
      onRegistered({ email: address, password, ids: [id] });
    },
  });

  return (
    <form method="post" onSubmit={form.onSubmit} onFocus={challenge.challenge.start} className="grid gap-4">
      <EmailField
        defaultValue={email}
        onChange={(event) => setEmail(event.target.value)}
        hint="We will send you a link to confirm that it is yours."
        error={form.errorAt("email")}
      />
      <NewPasswordField label="Password" owner={{ email }} typed={typed} error={form.errorAt("password")} />
      <ChallengeBox page={challenge} />
      <FormProblem problem={form.problem} />
      <Button type="submit" size="large" busy={form.isBusy} {...form.disabledUntilReady}>
        Register
      </Button>
      <p className="text-muted text-sm">
        By registering you agree to the{" "}
        <a href="/terms" className="underline">
          terms
        </a>{" "}
        and the{" "}
        <a href="/privacy-policy" className="underline">
          privacy policy
        </a>
        .
      </p>
    </form>
  );
}
