import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { toast } from "../../ui/toast.ts";
import { AuthFrame } from "./auth-frame.tsx";
import type { Proof } from "./challenge/challenge.ts";
import { useChallenge } from "./challenge/use-challenge.ts";
import { EmailForm } from "./email-form.tsx";
import { LinkSent } from "./link-sent.tsx";
import { sendResetLink } from "./send-reset-link.ts";
import { findSentMail, forgetSentMails, keepSentMail } from "./sent-mail.ts";
import { TextButton } from "./text-button.tsx";
import { useMailedLink } from "./use-mailed-link.ts";

export const meta = () => [
  { title: "Reset your password · Maarga" },
  { name: "description", content: "Request a link to choose a new password for your Maarga account." },
];

export default function ForgotPasswordPage() {
  const link = useMailedLink();
  const challenge = useChallenge();
  const { state } = useLocation();
  const navigate = useNavigate();
  const [typed, setTyped] = useState<string>();
  const [sent, setSent] = useState<{ email: string; sentAt?: number }>();
  useEffect(() => {
    findSentMail("recovery").then((found) => setSent((now) => now ?? found));
  }, []);
  const send = async (email: string, proof: Proof) => {
    await sendResetLink(email, proof);
    keepSentMail("recovery", { email, ids: [], hasPassword: true, sentAt: Date.now() });
  };
  const useAnotherAddress = () => {
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
          onVerified={() => navigate("/reset-password", { replace: true })}
          otherAddress={<TextButton onClick={useAnotherAddress}>Use another address</TextButton>}
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
        <LinkNotice link={link} />
        <EmailForm
          challenge={challenge}
          email={typed ?? emailFromState(state)}
          button="Send Reset Link"
          send={send}
          onSent={(email) => {
            toast.success("Check your email for a password reset link.");
            setTyped(email);
            setSent({ email });
          }}
        />
      </div>
      <div className="mt-2 flex justify-center">
        <Link to="/login" className="inline-flex min-h-11 items-center text-press text-sm underline">
          Back to login
        </Link>
      </div>
    </AuthFrame>
  );
}

function LinkNotice({ link }: { link: ReturnType<typeof useMailedLink> }) {
  if (link === "refused")
    return (
      <Notice kind="warning" title="This link has expired or was used before.">
        If you have already chosen a new password with this mail, by its link or its code, log in with that
        password. If not, request a new link here.
      </Notice>
    );
  if (link === "unreachable")
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

/** The login page passes on the address typed there. */
function emailFromState(state: unknown): string {
  const email = (state as { email?: unknown } | null)?.email;
  return typeof email === "string" ? email : "";
}
