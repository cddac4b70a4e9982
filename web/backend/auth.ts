import type { GoTrueClient } from "@supabase/auth-js";
import { takeEarlyAnswer } from "./early-answers.ts";
import { reportLimitedWrite } from "./limited-writes.ts";
import { isRefresh, retryWhenLimited } from "./retry-limited.ts";
import { settings } from "./settings.ts";
import { findStoredSession, mustRefresh } from "./stored-session.ts";

let client: Promise<GoTrueClient> | undefined;

/**
 * Loads the official auth client. Requests with a stored token that is still valid do without it, so that a page can be
 * used before it arrives. web/backend/auth-calls.ts starts sessions without it.
 */
export function auth(): Promise<GoTrueClient> {
  client ??= import("./auth-client.ts").then(
    ({ createAuthClient }) => createAuthClient(fetchAndCheckSession),
    (error) => {
      client = undefined;
      throw error;
    },
  );
  return client;
}

async function accessToken(): Promise<string> {
  const stored = findStoredSession();
  if (!stored) return settings().publishableKey;
  if (!mustRefresh(stored)) return stored.access_token;
  const { data, error } = await unlessRefreshIsLost((await auth()).getSession());
  // The refresh was lost, or refused because the session has ended. As a visitor, the request would get another answer.
  if (!data.session) throw error ?? new Error("The session has ended.");
  return data.session.access_token;
}

/** The time for another attempt of the client, after one that got no response. */
const MAX_WAIT_MS = 2_000;

let lostRefresh: { readonly error: unknown } | undefined;
if (!import.meta.env.SSR) {
  // Before the requests that are sent again: they wait for the client's next attempt.
  const forget = () => {
    lostRefresh = undefined;
  };
  window.addEventListener("online", forget, { capture: true });
}
const onLostRefresh = new Set<(error: unknown) => void>();

/** The client reports a lost refresh only after half a minute of further attempts, which go on. */
async function unlessRefreshIsLost<Result>(refreshed: Promise<Result>): Promise<Result> {
  let rejectLost = (_error: unknown) => {};
  const lost = new Promise<never>((_resolve, reject) => {
    rejectLost = reject;
  });
  onLostRefresh.add(rejectLost);
  const timer = lostRefresh && setTimeout(rejectLost, MAX_WAIT_MS, lostRefresh.error);
  try {
    return await Promise.race([refreshed, lost]);
  } finally {
    clearTimeout(timer);
    onLostRefresh.delete(rejectLost);
  }
}

function reportLostRefresh(error: unknown): void {
  lostRefresh = { error };
  for (const reject of onLostRefresh) reject(error);
}

export const fetchAsCaller: typeof fetch = async (input, init) => {
  const early = await takeEarlyAnswer(input, init);
  if (early) return early;
  const headers = new Headers(init?.headers);
  headers.set("apikey", settings().publishableKey);
  headers.set("authorization", `Bearer ${await accessToken()}`);
  return fetchAndCheckSession(input, { ...init, headers });
};

const fetchWithRetry = retryWhenLimited((input, init) => fetch(input, init), reportLimitedWrite);

const fetchAndCheckSession: typeof fetch = async (input, init) => {
  const response = await fetchWithRetry(input, init).catch((error) => {
    if (isRefresh(input)) reportLostRefresh(error);
    throw error;
  });
  if (isRefresh(input)) lostRefresh = undefined;
  // Not awaited: signing out sends a request of its own.
  void endLocalSessionIfEnded(response.headers, new Headers(init?.headers));
  return response;
};

/**
 * Signs out in this browser if the server says that the session has ended; the session guard then redirects to sign-in.
 * The official client alone would use the access token until it expires. What the user typed is kept.
 */
async function endLocalSessionIfEnded(response: Headers, request: Headers): Promise<void> {
  const hasEnded =
    response.get("www-authenticate")?.includes("The session has ended") ||
    response.get("x-sb-error-code") === "session_not_found";
  // A new session may have started in another tab since the request was sent.
  const isCurrent = () => request.get("authorization") === `Bearer ${findStoredSession()?.access_token}`;
  if (!hasEnded || !isCurrent()) return;
  const loaded = await auth();
  if (isCurrent()) await loaded.signOut({ scope: "local" });
}
