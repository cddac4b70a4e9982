import type { Session } from "@supabase/auth-js";
import { _request, _sessionResponse } from "@supabase/auth-js/dist/module/lib/fetch.js";
import { getCodeChallengeAndMethod, removePKCEVerifier } from "@supabase/auth-js/dist/module/lib/helpers.js";
import { isLost } from "./is-lost.ts";
import { settings } from "./settings.ts";
import { SESSION_KEY } from "./stored-session.ts";

// The calls of somebody without a session, made with the modules of the official client that send requests and keep
// secrets. The client as a whole would weigh more than the pages for signing in.

/** Throws the official client's errors. */
export function post<Response>(path: string, body: object, redirectTo?: string): Promise<Response> {
  const { backendUrl, publishableKey } = settings();
  return _request((input, init) => fetch(input, init), "POST", `${backendUrl}/auth/v1${path}`, {
    headers: { apikey: publishableKey, Authorization: `Bearer ${publishableKey}` },
    body,
    ...(redirectTo && { redirectTo }),
    xform: (response: Response) => response,
  });
}

/** Returns null if the response holds no session. */
export async function postForSession(path: string, body: object): Promise<Session | null> {
  return _sessionResponse(await post(path, body)).data.session;
}

interface Mail {
  /** The page that the mailed link leads to. */
  readonly redirectTo: string;
  readonly isRecovery?: boolean;
}

/** Requests a mail, and keeps the secret without which its link does not sign in at once. */
export async function postForMail<Response>(
  path: string,
  body: object,
  { redirectTo, isRecovery }: Mail,
): Promise<Response> {
  const [challenge, method, flowId] = await getCodeChallengeAndMethod(localStorage, SESSION_KEY, isRecovery);
  const secret = { code_challenge: challenge, code_challenge_method: method };
  try {
    return await post(path, { ...body, ...secret }, redirectTo);
  } catch (error) {
    // Without a response, the mail may be on its way.
    if (!isLost(error)) await removePKCEVerifier(localStorage, SESSION_KEY, flowId);
    throw error;
  }
}
