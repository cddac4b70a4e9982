import { useEffect, useState } from "react";
import { AuthFrame } from "./auth-frame.tsx";
import type { Proof } from "./challenge/challenge.ts";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { EmailForm } from "./email-form.tsx";
import { LinkSent } from "./link-sent.tsx";
import type { SentSignUp } from "./register-form.tsx";
import { sendSignUpMail } from "./send-sign-up-mail.ts";
import { findSentMail, forgetSentMails, keepSentMail } from "./sent-mail.ts";
import { TextButton } from "./text-button.tsx";

interface SignUpMailProps {
  readonly challenge: PageChallenge;
  readonly signUp: SentSignUp;
  onBack(): void;
  /** The code of a mail has confirmed the address alone, so the account still needs a password. */
  onVerifiedWithoutPassword(): void;
}

/** Finds the sign-up whose mail the page was waiting for when it was closed or reloaded. */
export async function findSentSignUp(): Promise<SentSignUp | undefined> {
  const sent = await findSentMail("signup");
  return sent && { email: sent.email, ids: sent.ids, sentBefore: sent };
}

/** The mail of a sign-up: asks for the address if none has been sent yet, and then tells where to look. */
export function SignUpMail({
  challenge,
  signUp: initial,
  onBack,
  onVerifiedWithoutPassword,
}: SignUpMailProps) {
  const [signUp, setSignUp] = useState(initial);
  const [isSent, setIsSent] = useState(initial.ids.length > 0 || initial.sentBefore !== undefined);
  const { email, password, ids, sentBefore } = signUp;
  const hasPassword = password !== undefined || sentBefore?.hasPassword === true;
  useEffect(() => {
    if (isSent && !sentBefore) keepSentMail("signup", { email, ids, hasPassword, sentAt: Date.now() });
  }, [isSent, sentBefore, email, ids, hasPassword]);
  const goBack = () => {
    forgetSentMails();
    onBack();
  };
  const send = async (address: string, proof: Proof) => {
    setSignUp(await sendSignUpMail(signUp, address, proof));
  };

  if (isSent)
    return (
      <AuthFrame title="Check your email">
        <LinkSent
          purpose={{ kind: "signup", signUpIds: ids }}
          challenge={challenge}
          email={email}
          sendAgain={(proof) => send(email, proof)}
          sentAt={sentBefore?.sentAt}
          onVerified={() => !hasPassword && onVerifiedWithoutPassword()}
          otherAddress={<TextButton onClick={goBack}>Use another address</TextButton>}
        >
          <p>We sent you a link. Open it in this browser, and your account is ready.</p>
        </LinkSent>
      </AuthFrame>
    );
  return (
    <AuthFrame title="A new link" text="It confirms your address and logs you in.">
      <EmailForm
        challenge={challenge}
        email={email}
        submitsAtOnce
        button="Send a new link"
        send={send}
        onSent={() => setIsSent(true)}
      />
      <div className="mt-2 flex justify-center">
        <TextButton onClick={onBack}>Back to login</TextButton>
      </div>
    </AuthFrame>
  );
}
