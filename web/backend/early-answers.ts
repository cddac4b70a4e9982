import { findStoredSession } from "./stored-session.ts";

/** A request that a page always sends, and that its HTML sends beside the scripts: layout/early-requests.ts. */
export interface EarlyRequest {
  /** The address on this server, with the parameters in the order of the client. "_user_" stands for the user's id. */
  readonly path: string;
  /** Sent with POST, with the properties in the order of the client. */
  readonly body?: object;
}

declare global {
  interface Window {
    /** Set by the HTML of the page. An answer is null if the request failed. */
    early?: {
      readonly userId: string;
      readonly sentAt: number;
      /** By address and body. */
      readonly answers: Record<string, Promise<Response | null>>;
    };
  }
}

/** A page that was opened later, within the app, asks again. */
const MAX_AGE_MS = 30_000;

/** Returns the answer to a request that the HTML has sent already. Each can be taken once. */
export async function takeEarlyAnswer(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
): Promise<Response | null> {
  const { early } = window;
  const key = String(input) + (typeof init?.body === "string" ? init.body : "");
  const answer = early?.answers[key];
  if (!answer) return null;
  delete early.answers[key];
  const isCurrent = Date.now() - early.sentAt < MAX_AGE_MS && findStoredSession()?.user.id === early.userId;
  return isCurrent ? answer : null;
}
