import { settings } from "./settings.ts";

const TIMEOUT_MS = 5_000;

/** Returns the hashes of common passwords that begin with three hexadecimal digits; none without a response. */
export async function findCommonHashes(prefix: string): Promise<string[]> {
  const { backendUrl, publishableKey } = settings();
  try {
    const response = await fetch(`${backendUrl}/auth/v1/common-passwords/${prefix}`, {
      headers: { apikey: publishableKey },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return response.ok ? await response.json() : [];
  } catch {
    return []; // On a bad line the server still checks the password when the form is sent.
  }
}
