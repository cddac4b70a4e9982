/** The error of a form, as text for the user, with the field it belongs to, if any. */
export interface Problem {
  readonly text: string;
  readonly field?: "email" | "current" | "password" | "confirmation" | "code" | "name";
  readonly code?: string;
}

/** Thrown while a form is sent; its message is shown to the user as it is. */
export class FormError extends Error {
  readonly field: Problem["field"];

  constructor(text: string, field?: Problem["field"]) {
    super(text);
    this.field = field;
  }
}

export const CHALLENGE_MISSING = "Please complete the CAPTCHA. Try refreshing the page";
const CHALLENGE_REFUSED = "Captcha verification failed. Please try again.";
export const NETWORK_ERROR =
  "We could not reach Maarga. Check your connection and try again: what you typed is still here.";

/** An error message that contains one of these is about the bot challenge. */
const CHALLENGE_WORDS = [
  "captcha",
  "verification process failed",
  "timeout",
  "duplicate",
  "rate-limit",
  "invalid-input-response",
  "invalid-sitekey",
];

const FIELD_BY_CODE: Readonly<Record<string, Problem["field"]>> = {
  weak_password: "password",
  same_password: "password",
  reauthentication_needed: "current",
  current_password_invalid: "current",
};

interface ServiceError {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly code?: string;
}

/** The texts for errors that have none to show. */
export interface FallbackTexts {
  readonly refused: string;
  /** For an error in our own code; defaults to `refused`. */
  readonly unexpected?: string;
}

export function toProblem(error: unknown, { refused, unexpected = refused }: FallbackTexts): Problem {
  if (error instanceof FormError) return withField(error.message, error.field);
  if (!isServiceError(error)) return { text: unexpected };
  if (isNetworkError(error)) return { text: NETWORK_ERROR };
  const message = error.message.toLowerCase();
  if (CHALLENGE_WORDS.some((word) => message.includes(word))) return { text: CHALLENGE_REFUSED };
  // The client writes "{}" when the response has no message.
  const text = error.message && error.message !== "{}" ? error.message : refused;
  const problem = withField(text, FIELD_BY_CODE[error.code ?? ""]);
  return error.code ? { ...problem, code: error.code } : problem;
}

/** Returns whether no response arrived, for which the client uses the status 0. */
export function isNetworkError(error: unknown): boolean {
  return isServiceError(error) && error.name === "AuthRetryableFetchError" && error.status === 0;
}

/** The seconds to wait before the next mail to the same address, read from the error message. */
export function retryAfterSeconds(text: string): number | undefined {
  const seconds = /only request this after (\d+) seconds/.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

function withField(text: string, field: Problem["field"]): Problem {
  return field ? { text, field } : { text };
}

/** The client marks its own errors. Any other error is a bug of ours, and users never see its message. */
function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "__isAuthError" in error;
}
