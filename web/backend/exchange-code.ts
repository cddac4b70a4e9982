import type { AuthError } from "@supabase/auth-js";
import { removePKCEVerifier, retrievePKCEVerifier } from "@supabase/auth-js/dist/module/lib/helpers.js";
import { postForSession } from "./auth-calls.ts";
import { settings } from "./settings.ts";
import { findStoredSession, SESSION_KEY, storeSession } from "./stored-session.ts";

/** The result of the mailed link that opened this page. */
export type LinkOutcome = "none" | "signed-in" | "refused" | "unreachable";

/** Only a browser that asked for the mail, or in which the button of the mailed link was pressed, has the secret for the code. */
export async function exchangeCode(): Promise<LinkOutcome> {
  const { searchParams } = new URL(location.href);
  const { verifier, flowId } = await retrievePKCEVerifier(
    localStorage,
    SESSION_KEY,
    searchParams.get("sb_flow_id"),
  );
  const outcome = verifier ? await exchange(searchParams.get("code") ?? "", verifier) : "refused";
  // The code is still good, and the secret is needed to try again.
  if (outcome === "unreachable") return outcome;
  await removePKCEVerifier(localStorage, SESSION_KEY, flowId);
  removeCodeFromAddress();
  return outcome;
}

async function exchange(code: string, verifier: string): Promise<LinkOutcome> {
  const [secret] = verifier.split("/");
  try {
    const session = await postForSession("/token?grant_type=pkce", {
      auth_code: code,
      code_verifier: secret,
    });
    if (!session) return "refused";
    const replaced = findStoredSession()?.access_token;
    storeSession(session);
    if (replaced) endSession(replaced);
    return "signed-in";
  } catch (error) {
    const { name, status } = error as AuthError;
    // No response arrived, or the server has no time now.
    return name === "AuthRetryableFetchError" || status === 429 ? "unreachable" : "refused";
  }
}

/** Ends the session that another one has replaced in this browser. Otherwise it would stay in the list of devices. */
function endSession(token: string): void {
  const { backendUrl, publishableKey } = settings();
  const headers = { apikey: publishableKey, authorization: `Bearer ${token}` };
  fetch(`${backendUrl}/auth/v1/logout?scope=local`, { method: "POST", headers, keepalive: true }).catch(
    () => {
      // Without a connection, the session ends there or by its limits.
    },
  );
}

function removeCodeFromAddress(): void {
  const url = new URL(location.href);
  url.searchParams.delete("code");
  url.searchParams.delete("sb_flow_id");
  history.replaceState(history.state, "", url);
}
