import type { PasskeyAuthenticationOptionsResponse, Session } from "@supabase/auth-js";
import {
  deserializeCredentialRequestOptions,
  getCredential,
  serializeCredentialRequestResponse,
} from "@supabase/auth-js/dist/module/lib/webauthn.js";
import { post, postForSession } from "../../../backend/auth-calls.ts";
import { toast } from "../../../ui/toast.ts";
import { FormError } from "../problem.ts";
import { explainPasskeyError } from "./passkey-problem.ts";

const UNKNOWN =
  "This fingerprint or screen lock is not known here. Log in with your password, and add this device again in your account.";
const CANCELLED =
  "It was cancelled, or this device has not been added yet. Log in with your password, and add it in your account.";

/** Logs in with a passkey of this device or of a phone nearby. */
export async function logInWithPasskey(): Promise<Session> {
  const session = await signInWithPasskey().catch((error) => {
    throw explain(error);
  });
  toast.success("Logged in successfully!");
  return session;
}

async function signInWithPasskey(): Promise<Session> {
  const { challenge_id, options } = await post<PasskeyAuthenticationOptionsResponse>(
    "/passkeys/authentication/options",
    {},
  );
  const { data: credential, error } = await getCredential({
    publicKey: deserializeCredentialRequestOptions(options),
  });
  if (error) throw error;
  const session = await postForSession("/passkeys/authentication/verify", {
    challenge_id,
    credential: serializeCredentialRequestResponse(credential),
  });
  if (!session) throw new Error("no session in the response");
  return session;
}

function explain(error: Error): unknown {
  if ("code" in error && error.code === "webauthn_verification_failed") return new FormError(UNKNOWN);
  if (error.name === "NotAllowedError") return new FormError(CANCELLED);
  return explainPasskeyError(error);
}
