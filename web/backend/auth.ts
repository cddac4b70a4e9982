import { GoTrueClient } from "@supabase/auth-js";
import { settings } from "./settings.ts";

/** Where the session lies in the browser. The small script of the static pages looks there too. */
export const SESSION_KEY = "maarga-session";

let client: GoTrueClient | undefined;

/** The official client's sign-in. It refreshes the session by itself and takes a new one out of a mailed link. */
export function auth(): GoTrueClient {
  const { backendUrl, publishableKey } = settings();
  client ??= new GoTrueClient({
    url: `${backendUrl}/auth/v1`,
    // Spelt as the client spells it: in another case it would send both its own and this one.
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    storageKey: SESSION_KEY,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
  return client;
}

/** With the session's token, and with the key alone while nobody is signed in. */
export async function callerHeaders(given?: HeadersInit): Promise<Headers> {
  const { publishableKey } = settings();
  const { data } = await auth().getSession();
  const headers = new Headers(given);
  headers.set("apikey", publishableKey);
  headers.set("authorization", `Bearer ${data.session?.access_token ?? publishableKey}`);
  return headers;
}

/** A fetch in the caller's name. */
export const fetchAsCaller: typeof fetch = async (input, init) =>
  fetch(input, { ...init, headers: await callerHeaders(init?.headers) });
