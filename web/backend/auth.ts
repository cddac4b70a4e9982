import { GoTrueClient } from "@supabase/auth-js";
import { reportLimitedWrite } from "./limited-writes.ts";
import { retryWhenLimited } from "./retry-limited.ts";
import { settings } from "./settings.ts";
import { findStoredSession, SESSION_KEY } from "./stored-session.ts";

class SessionClient extends GoTrueClient {
  /** For a minute after a refresh that was lost, the client sends no other one. */
  forgetLostRefresh(): void {
    this.lastRefreshFailure = null;
  }
}

let client: SessionClient | undefined;

/** Returns the official auth client, which refreshes the session. web/backend/auth-calls.ts starts sessions without it. */
export function auth(): GoTrueClient {
  client ??= createClient();
  return client;
}

function createClient(): SessionClient {
  const { backendUrl, publishableKey } = settings();
  const created = new SessionClient({
    url: `${backendUrl}/auth/v1`,
    // The case must match the client's own header, or it would send both.
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    // A mailed link signs in only the browser that asked for it.
    flowType: "pkce",
    detectSessionInUrl: false,
    experimental: { recoveryCodes: true },
    fetch: fetchAndCheckSession,
  });
  // Before the requests that are sent again.
  window.addEventListener("online", () => created.forgetLostRefresh(), { capture: true });
  return created;
}

/** Adds the session's token, or the publishable key if nobody is signed in. */
async function callerHeaders(init?: HeadersInit): Promise<Headers> {
  const { publishableKey } = settings();
  const isSignedIn = Boolean(findStoredSession());
  const { data, error } = await auth().getSession();
  // The refresh was lost, or refused because the session has ended. As a visitor, the request would get another answer.
  if (isSignedIn && !data.session) throw error ?? new Error("The session has ended.");
  const headers = new Headers(init);
  headers.set("apikey", publishableKey);
  headers.set("authorization", `Bearer ${data.session?.access_token ?? publishableKey}`);
  return headers;
}

export const fetchAsCaller: typeof fetch = async (input, init) =>
  fetchAndCheckSession(input, { ...init, headers: await callerHeaders(init?.headers) });

const fetchWithRetry = retryWhenLimited((input, init) => fetch(input, init), reportLimitedWrite);

const fetchAndCheckSession: typeof fetch = async (input, init) => {
  const response = await fetchWithRetry(input, init);
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
  if (!hasEnded) return;
  const { data } = await auth().getSession();
  // A new session may have started in another tab since the request was sent.
  if (request.get("authorization") !== `Bearer ${data.session?.access_token}`) return;
  await auth().signOut({ scope: "local" });
}
