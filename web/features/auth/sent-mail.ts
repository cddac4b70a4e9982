import { hasMailedCode, hasMailedError } from "../../backend/mailed-link.ts";
import type { CodePurpose } from "./verify-code.ts";

/** A mail that the user is waiting for. It is stored, so it holds neither a password nor anything else that logs in. */
export interface SentMail {
  readonly email: string;
  readonly ids: readonly string[];
  readonly hasPassword: boolean;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
  /** The page that was requested: the link in the mail may open in another tab. */
  readonly from?: string;
}

type Kind = CodePurpose["kind"];

/** A shared phone shows nobody's address for longer. The link in the mail of a sign-up works for a day. */
export const SHOWN_MS = 3600_000;

export const keyOf = (kind: Kind) => `maarga-mail-${kind}`;

/** Stores the mail, so that "Check your email" survives a reload, and a tab that the phone closes to save memory. */
export function keepSentMail(kind: Kind, { email, ids, hasPassword, sentAt, from }: SentMail): void {
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify({ email, ids, hasPassword, sentAt, from }));
  } catch {
    // Without storage, the page lasts until it is reloaded.
  }
}

/** Finds the stored mail. Returns undefined if a mailed link opened this page, because its result takes precedence. */
export function findSentMail(kind: Kind): SentMail | undefined {
  if (import.meta.env.SSR || hasMailedCode() || hasMailedError()) return undefined;
  return readSentMail(kind);
}

/** The state of the page from which this address registered in this browser: it holds the page that was requested. */
export function findStateOfSignUp(address: string | undefined): Pick<SentMail, "from"> | undefined {
  const sent = readSentMail("signup");
  return sent?.email.toLowerCase() === address?.toLowerCase() ? sent : undefined;
}

function readSentMail(kind: Kind): SentMail | undefined {
  try {
    const sent = JSON.parse(localStorage.getItem(keyOf(kind)) ?? "") as SentMail;
    if (Date.now() < sent.sentAt + SHOWN_MS) return sent;
  } catch {
    return undefined;
  }
  forgetSentMails();
  return undefined;
}

/** Runs after a sign-in, and when the user stops waiting for the mail. */
export function forgetSentMails(): void {
  try {
    for (const kind of ["signup", "recovery"] as const) localStorage.removeItem(keyOf(kind));
  } catch {
    // Without storage, no mail was kept.
  }
}
