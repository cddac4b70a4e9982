import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import type { Proof } from "./challenge/challenge.ts";
import { ChallengeBox } from "./challenge/challenge-box.tsx";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { EmailField } from "./email-field.tsx";
import { FormProblem } from "./form-problem.tsx";
import { textOf, useForm } from "./use-form.ts";
import { withProof } from "./with-proof.ts";

interface EmailFormProps {
  readonly challenge: PageChallenge;
  readonly email: string;
  readonly button: string;
  send(email: string, proof: Proof): Promise<void>;
  onSent(email: string): void;
  /** Submits immediately if the address is known and the bot challenge needs no input. */
  readonly submitsAtOnce?: boolean;
}

export function EmailForm({ challenge, email, button, send, onSent, submitsAtOnce = false }: EmailFormProps) {
  const form = useForm({
    refused: "The link could not be sent. Please try again.",
    async send(fields) {
      const address = textOf(fields, "email").trim();
      await withProof(challenge, (proof) => send(address, proof));
      onSent(address);
    },
  });
  const element = useRef<HTMLFormElement>(null);
  const [submitsNow] = useState(submitsAtOnce && email !== "" && ["off", "altcha"].includes(challenge.kind));
  useEffect(() => {
    if (submitsNow) element.current?.requestSubmit();
  }, [submitsNow]);
  return (
    <form
      ref={element}
      method="post"
      onSubmit={form.onSubmit}
      onFocus={challenge.challenge.start}
      className="grid gap-4"
    >
      <EmailField defaultValue={email} />
      <ChallengeBox page={challenge} />
      <FormProblem problem={form.problem} />
      <Button type="submit" size="large" busy={form.isBusy} {...form.disabledUntilReady}>
        {button}
      </Button>
    </form>
  );
}
