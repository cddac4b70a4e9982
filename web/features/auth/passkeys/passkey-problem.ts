import { FormError } from "../problem.ts";

/** The names of a browser's errors (WebAuthn level 3) that people can do something about. */
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
  too_many_passkeys: "You have ten devices. Remove one that you do not use any more.",
  insufficient_aal:
    "As an admin with a fingerprint or screen lock, log in with that to change this. Please log out first.",
};

/** Returns the error with words for people, if it is one of the browser's or of passkeys. */
export function withPasskeyWords(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { cause, name } = error;
  const browserError = cause instanceof Error ? cause.name : name;
  const code = "code" in error ? String(error.code) : "";
  const text = TEXTS_BY_CODE[code] ?? TEXTS[browserError];
  return text === undefined ? error : new FormError(text);
}
