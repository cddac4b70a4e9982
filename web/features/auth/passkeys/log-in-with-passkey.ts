import { auth } from "../../../backend/auth.ts";
import { toast } from "../../../ui/toast.ts";
import { FormError } from "../problem.ts";
import { explainPasskeyError } from "./passkey-problem.ts";

const UNKNOWN =
  "This fingerprint or screen lock is not known here. Log in with your password, and add this device again under Security.";
const CANCELLED =
  "It was cancelled, or this device has not been added yet. Log in with your password, and add it under Security.";

/** Logs in with a passkey of this device or of a phone nearby. */
export async function logInWithPasskey(): Promise<void> {
  const { error } = await auth().signInWithPasskey();
  if (error) throw explain(error);
  toast.success("Logged in successfully!");
}

function explain(error: Error): unknown {
  if ("code" in error && error.code === "webauthn_verification_failed") return new FormError(UNKNOWN);
  if (error.name === "NotAllowedError") return new FormError(CANCELLED);
  return explainPasskeyError(error);
}
