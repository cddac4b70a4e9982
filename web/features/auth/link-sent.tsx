import type { Session } from "@supabase/auth-js";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import type { Proof } from "./challenge/challenge.ts";
import { ChallengeBox } from "./challenge/challenge-box.tsx";
import type { PageChallenge } from "./challenge/use-challenge.ts";
import { CodeForm } from "./code-form.tsx";
import { FormProblem } from "./form-problem.tsx";
import { PageLink } from "./page-link.tsx";
import { retryAfterSeconds } from "./problem.ts";
import { forgetSentMails, SHOWN_MS } from "./sent-mail.ts";
import { useForm } from "./use-form.ts";
import type { CodePurpose } from "./verify-code.ts";
import { withProof } from "./with-proof.ts";

/** The server sends the same mail to an address only once in this time. */
const RESEND_DELAY_SECONDS = 60;

interface LinkSentProps {
  readonly purpose: CodePurpose;
  readonly challenge: PageChallenge;
  readonly email: string;
  readonly children: ReactNode;
  readonly otherAddress: ReactNode;
  sendAgain(proof: Proof): Promise<void>;
  onVerified(session: Session): void;
  /** Runs an hour after the mail was sent, because others may use the phone too. */
  onExpired(): void;
  /** In milliseconds since 1970. Undefined for a mail that was sent just now. */
  readonly sentAt?: number | undefined;
}

/** Tells the user where to look for a mail that was sent, and offers to send it again. */
export function LinkSent({
  purpose,
  challenge,
  email,
  children,
  otherAddress,
  sendAgain,
  onVerified,
  onExpired,
  sentAt,
}: LinkSentProps) {
  const [timesSent, setTimesSent] = useState(1);
  const [lastSentAt, setLastSentAt] = useState(() => sentAt ?? Date.now());
  const [seconds, startCountdown] = useCountdown(RESEND_DELAY_SECONDS, lastSentAt);
  useExpiry(lastSentAt + SHOWN_MS, onExpired);
  const top = useRef<HTMLDivElement>(null);
  // The form that had the focus has been removed.
  useEffect(() => top.current?.focus(), []);
  const form = useForm({
    refused: "The link could not be sent. Please try again.",
    async send() {
      await withProof(challenge, sendAgain);
      setTimesSent((times) => times + 1);
      setLastSentAt(Date.now());
      startCountdown(RESEND_DELAY_SECONDS);
    },
    onProblem({ text }) {
      const seconds = retryAfterSeconds(text);
      if (seconds !== undefined) startCountdown(seconds);
    },
  });

  return (
    <div className="grid gap-4">
      <div ref={top} tabIndex={-1} className="grid gap-3 outline-none">
        <p className="wrap-anywhere font-semibold text-lg">{email}</p>
        {children}
        <p className="text-muted text-sm">
          {purpose.kind === "signup" ? (
            <>
              It can take a minute or two; check that the address above is right. No mail after a few minutes?
              Look in the spam folder. If this address is already registered, the mail says so:{" "}
              {/* A full page load, because this may be the current address. */}
              <a href="/login" onClick={forgetSentMails} className="text-press underline">
                log in
              </a>{" "}
              or{" "}
              <PageLink to="/forgot-password" className="text-press underline">
                reset your password
              </PageLink>
              .
            </>
          ) : (
            "It can take a minute or two. If it does not arrive, look in the spam folder, and check that the address above is right."
          )}
        </p>
      </div>
      <CodeForm purpose={purpose} email={email} onVerified={onVerified} />
      <form method="post" onSubmit={form.onSubmit} onFocus={challenge.challenge.start} className="grid gap-4">
        {seconds === 0 && <ChallengeBox page={challenge} />}
        <FormProblem problem={form.problem} />
        {timesSent > 1 && !form.problem && (
          <Notice kind="good" key={timesSent}>
            {purpose.kind === "signup" ? "Sent again." : "Sent again. Only the newest link works."}
          </Notice>
        )}
        <Button type="submit" variant="secondary" busy={form.isBusy} disabled={seconds > 0}>
          Send it again
        </Button>
        {seconds > 0 && (
          <p className="-mt-2 text-center text-muted text-sm tabular">
            Available in {seconds} {seconds === 1 ? "second" : "seconds"}
          </p>
        )}
      </form>
      <div className="flex flex-wrap justify-center gap-x-4">{otherAddress}</div>
    </div>
  );
}

function useExpiry(end: number, onExpired: () => void): void {
  const run = useRef(onExpired);
  run.current = onExpired;
  useEffect(() => {
    const check = () => Date.now() >= end && run.current();
    const timer = setTimeout(check, end - Date.now());
    // Timers stop while a phone sleeps.
    document.addEventListener("visibilitychange", check);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", check);
    };
  }, [end]);
}

function useCountdown(
  start: number,
  startedAt: number,
): [seconds: number, restart: (seconds: number) => void] {
  const [until, setUntil] = useState(() => startedAt + start * 1000);
  const [now, setNow] = useState(Date.now);
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  const isOver = seconds === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isOver]);
  const restart = (newSeconds: number) => {
    setUntil(Date.now() + newSeconds * 1000);
    setNow(Date.now());
  };
  return [seconds, restart];
}
