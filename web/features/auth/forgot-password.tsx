import { use, useState } from "react";
import { hasMailedCode, hasMailedError } from "../../backend/mailed-link.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import type { Proof } from "./challenge/challenge.ts";
import { useChallenge } from "./challenge/use-challenge.ts";
import { EmailForm } from "./email-form.tsx";
import { LinkSent } from "./link-sent.tsx";
import { PageLink } from "./page-link.tsx";
import { sendResetLink } from "./send-reset-link.ts";
import { findSentMail, forgetSentMails, keepSentMail } from "./sent-mail.ts";
import { SignInContext } from "./sign-in-context.ts";
import { TextButton } from "./text-button.tsx";

/** The form that requests a link for a new password, or the mail that somebody waits for. */
export function ForgotPassword() {
  const { email, setEmail, openApp } = use(SignInContext);
  const challenge = useChallenge();
  const [sent, setSent] = useState<{ email: string; sentAt?: number } | undefined>(() =>
    findSentMail("recovery"),
  );
  const send = async (address: string, proof: Proof) => {
    await sendResetLink(address, proof);
    keepSentMail("recovery", { email: address, ids: [], hasPassword: true, sentAt: Date.now() });
  };
  const forget = () => {
    forgetSentMails();
    setSent(undefined);
  };

  if (sent)
    return (
      <AuthFrame title="Check your email">
        <LinkSent
          purpose={{ kind: "recovery" }}
          challenge={challenge}
          email={sent.email}
          sentAt={sent.sentAt}
          sendAgain={(proof) => send(sent.email, proof)}
          onVerified={(session) => openApp(session, "/reset-password")}
          onExpired={() => {
            forget();
            setEmail("");
          }}
          otherAddress={<TextButton onClick={forget}>Use another address</TextButton>}
        >
          <p>
            If this address has an account, a link to choose a new password is on its way. It works for an
            hour.
          </p>
        </LinkSent>
      </AuthFrame>
    );
  return (
    <AuthFrame title="Reset Your Password" text="We will send you a link to choose a new password.">
      <div className="grid gap-4">
        <LinkNotice />
        <EmailForm
          challenge={challenge}
          email={email}
          button="Send Reset Link"
          send={send}
          onSent={(address) => {
            toast.success("Check your email for a password reset link.");
            setEmail(address);
            setSent({ email: address });
          }}
        />
      </div>
      <div className="mt-2 flex justify-center">
        <PageLink to="/login" className="inline-flex min-h-11 items-center text-press text-sm underline">
          Back to login
        </PageLink>
      </div>
    </AuthFrame>
  );
}

/** The guard of /reset-password sends people here whose link did not log in: with its code, if that still works. */
function LinkNotice() {
  if (import.meta.env.SSR) return null;
  if (hasMailedError())
    return (
      <Notice kind="warning" title="This link has expired or was used before.">
        If you have already chosen a new password with this mail, by its link or its code, log in with that
        password. If not, request a new link here.
      </Notice>
    );
  if (hasMailedCode())
    return (
      <Notice
        kind="danger"
        title="We could not reach Maarga."
        action={
          <Button onClick={() => location.assign(`/reset-password${location.search}`)}>Try again</Button>
        }
      >
        Your link still works. Check your connection and try again.
      </Notice>
    );
  return null;
}
