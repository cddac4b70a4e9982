import { GoTrueClient } from "@supabase/auth-js";
import { settings } from "./settings.ts";
import { SESSION_KEY } from "./stored-session.ts";

class SessionClient extends GoTrueClient {
  /** For a minute after a refresh that was lost, the client sends no other one. */
  forgetLostRefresh(): void {
    this.lastRefreshFailure = null;
  }
}

/** Creates the official auth client, which refreshes the session. */
export function createAuthClient(send: typeof fetch): GoTrueClient {
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
    fetch: send,
  });
  // Before the requests that are sent again.
  window.addEventListener("online", () => created.forgetLostRefresh(), { capture: true });
  return created;
}
