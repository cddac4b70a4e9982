import { useState } from "react";
import { AuthFrame } from "./auth-frame.tsx";
import type { Proof } from "./challenge/challenge.ts";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { EmailForm } from "./email-form.tsx";
import { LinkSent } from "./link-sent.tsx";
import type { SentSignUp } from "./register-form.tsx";
import { sendSignUpMail } from "./send-sign-up-mail.ts";
import { TextButton } from "./text-button.tsx";

interface SignUpMailProps {
  readonly challenge: PageChallenge;
  readonly signUp: SentSignUp;
  onBack(): void;
  /** The code of a mail has confirmed the address alone, so the account still needs a password. */
  onVerifiedWithoutPassword(): void;
}

/** The mail of a sign-up: asks for the address if none has been sent yet, and then tells where to look. */
export function SignUpMail({
  challenge,
  signUp: initial,
  onBack,
  onVerifiedWithoutPassword,
}: SignUpMailProps) {
  const [signUp, setSignUp] = useState(initial);
  const [isSent, setIsSent] = useState(initial.ids.length > 0);
  const { email, password, ids } = signUp;
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
          onVerified={() => password === undefined && onVerifiedWithoutPassword()}
          otherAddress={<TextButton onClick={onBack}>Use another address</TextButton>}
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
