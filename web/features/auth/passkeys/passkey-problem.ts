import { FormError } from "../problem.ts";

/** Texts by the name of the browser's error (WebAuthn level 3), for the errors that people can act on. */
const TEXTS: Readonly<Record<string, string>> = {
  NotAllowedError: "It was cancelled, or it took too long. Please try again.",
  AbortError: "It was cancelled. Please try again.",
  InvalidStateError: "This device is on the list already.",
  ConstraintError: "This device has no screen lock. Set one up in its settings first.",
  NotSupportedError: "This device cannot do this. Please try another one.",
  SecurityError: "It does not work at this web address. Please open Maarga at its own address.",
};

const TEXTS_BY_CODE: Readonly<Record<string, string>> = {
  webauthn_challenge_expired: "It took too long. Please try again.",
  webauthn_credential_exists: "This device is on the list already.",
  too_many_passkeys: "You have ten devices. Remove one that you no longer use.",
  insufficient_aal: "To change this, log out and log in with your fingerprint or screen lock.",
};

/** Turns a passkey error into one whose text tells people what to do. Returns other errors unchanged. */
export function explainPasskeyError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { cause, name } = error;
  const browserError = cause instanceof Error ? cause.name : name;
  const code = "code" in error ? String(error.code) : "";
  const text = TEXTS_BY_CODE[code] ?? TEXTS[browserError];
  return text === undefined ? error : new FormError(text);
}
