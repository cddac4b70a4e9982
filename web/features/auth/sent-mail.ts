import { openMailedLink } from "../../backend/mailed-link.ts";
import type { CodePurpose } from "./verify-code.ts";

/** A mail whose link and code the user is waiting for. Has no password, and nothing that opens an account by itself. */
export interface SentMail {
  readonly email: string;
  readonly ids: readonly string[];
  readonly hasPassword: boolean;
  /** In milliseconds since 1970. */
  readonly sentAt: number;
}

type Kind = CodePurpose["kind"];

/** How long the links and codes of the server work. */
const LIFETIME_MS: Readonly<Record<Kind, number>> = { signup: 24 * 3600_000, recovery: 3600_000 };

const keyOf = (kind: Kind) => `maarga-mail-${kind}`;

/** Keeps the page "Check your email" through a reload and a tab that the phone has closed to save memory. */
export function keepSentMail(kind: Kind, { email, ids, hasPassword, sentAt }: SentMail): void {
  try {
    localStorage.setItem(keyOf(kind), JSON.stringify({ email, ids, hasPassword, sentAt }));
  } catch {
    // Without storage, the page lasts until the tab is closed.
  }
}

/** Returns undefined if a mailed link has opened this page: its result matters more. */
export async function findSentMail(kind: Kind): Promise<SentMail | undefined> {
  if ((await openMailedLink()) !== "none") return undefined;
  try {
    const sent = JSON.parse(localStorage.getItem(keyOf(kind)) ?? "") as SentMail;
    if (Date.now() < sent.sentAt + LIFETIME_MS[kind]) return sent;
  } catch {
    return undefined;
  }
  forgetSentMails();
  return undefined;
}

/** After a sign-in, or when the user chooses another way. */
export function forgetSentMails(): void {
  for (const kind of ["signup", "recovery"] as const) localStorage.removeItem(keyOf(kind));
}
