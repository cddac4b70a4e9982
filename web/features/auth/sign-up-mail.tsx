import { use, useEffect, useState } from "react";
import { prefetchPage } from "../../layout/next-page.ts";
import { readReturnPath } from "../../layout/return-path.ts";
import { AuthFrame } from "./auth-frame.tsx";
import type { Proof } from "./challenge/challenge.ts";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { EmailForm } from "./email-form.tsx";
import { LinkSent } from "./link-sent.tsx";
import { readState } from "./open-app.tsx";
import type { SentSignUp } from "./register-form.tsx";
import { sendSignUpMail } from "./send-sign-up-mail.ts";
import { findSentMail, forgetSentMails, keepSentMail } from "./sent-mail.ts";
import { SignInContext } from "./sign-in-context.ts";
import { TextButton } from "./text-button.tsx";

interface SignUpMailProps {
  readonly challenge: PageChallenge;
  readonly signUp: SentSignUp;
  onBack(): void;
  onExpired(): void;
}

/** Finds the sign-up whose mail the page was waiting for when it was closed or reloaded. */
export function findSentSignUp(): SentSignUp | undefined {
  const sent = findSentMail("signup");
  return sent && { email: sent.email, ids: sent.ids, sentBefore: sent };
}

/** The mail of a sign-up: asks for the address if none has been sent yet, and then tells where to look. */
export function SignUpMail({ challenge, signUp: initial, onBack, onExpired }: SignUpMailProps) {
  const { setEmail, openApp } = use(SignInContext);
  const [signUp, setSignUp] = useState(initial);
  const [isSent, setIsSent] = useState(initial.ids.length > 0 || initial.sentBefore !== undefined);
  const { email, password, ids, sentBefore } = signUp;
  const hasPassword = password !== undefined || sentBefore?.hasPassword === true;
  useEffect(() => {
    if (isSent && !sentBefore)
      keepSentMail("signup", {
        ...{ email, ids, hasPassword, sentAt: Date.now() },
        from: readReturnPath(readState(), ""),
      });
  }, [isSent, sentBefore, email, ids, hasPassword]);
  useEffect(() => setEmail(email), [setEmail, email]);
  // A new account comes there after its code or link.
  useEffect(() => void prefetchPage("/complete-profile"), []);
  const forgetAnd = (then: () => void) => () => {
    forgetSentMails();
    then();
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
          // The code confirms the address alone if nobody has chosen a password yet.
          onVerified={(session) => openApp(session, hasPassword ? undefined : "/reset-password")}
          onExpired={forgetAnd(onExpired)}
          otherAddress={<TextButton onClick={forgetAnd(onBack)}>Use another address</TextButton>}
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
