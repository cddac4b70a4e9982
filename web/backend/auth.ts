import { GoTrueClient } from "@supabase/auth-js";
import { settings } from "./settings.ts";

/** The session's key in localStorage. layout/static/pricing-links.ts reads it too. */
export const SESSION_KEY = "maarga-session";

let client: GoTrueClient | undefined;

/** Returns the official auth client, which refreshes the session and starts one from a mailed link. */
export function auth(): GoTrueClient {
  const { backendUrl, publishableKey } = settings();
  client ??= new GoTrueClient({
    url: `${backendUrl}/auth/v1`,
    // The case must match the client's own header, or it would send both.
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
  return client;
}

/** Adds the session's token, or the publishable key if nobody is signed in. */
export async function callerHeaders(init?: HeadersInit): Promise<Headers> {
  const { publishableKey } = settings();
  const { data } = await auth().getSession();
  const headers = new Headers(init);
  headers.set("apikey", publishableKey);
  headers.set("authorization", `Bearer ${data.session?.access_token ?? publishableKey}`);
  return headers;
}

export const fetchAsCaller: typeof fetch = async (input, init) =>
  fetch(input, { ...init, headers: await callerHeaders(init?.headers) });
