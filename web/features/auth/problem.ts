/** What went wrong with a form, in words, and the field it belongs to where there is one. */
export interface Problem {
  readonly text: string;
  readonly field?: "email" | "password" | "confirmation" | "code";
  readonly code?: string;
}

/** Thrown by what a form sends, where the words are ours already. */
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

/** What an error's message contains when it was about the bot challenge. */
const CHALLENGE_WORDS = [
  "captcha",
  "verification process failed",
  "timeout",
  "duplicate",
  "rate-limit",
  "invalid-input-response",
  "invalid-sitekey",
];

const FIELD_OF: Readonly<Record<string, Problem["field"]>> = {
  weak_password: "password",
  same_password: "password",
};

interface ServiceError {
  readonly name: string;
  readonly message: string;
  readonly status?: number;
  readonly code?: string;
}

/** What is said where an error brings no words for people. */
export interface Fallback {
  readonly otherwise: string;
  /** Where something failed that nobody foresaw; like `otherwise` if left out. */
  readonly unexpected?: string;
}

export function toProblem(error: unknown, { otherwise, unexpected = otherwise }: Fallback): Problem {
  if (error instanceof FormError) return withField(error.message, error.field);
  if (!isServiceError(error)) return { text: unexpected };
  if (isNetworkError(error)) return { text: NETWORK_ERROR };
  const message = error.message.toLowerCase();
  if (CHALLENGE_WORDS.some((word) => message.includes(word))) return { text: CHALLENGE_REFUSED };
  // The client writes "{}" where the service said nothing.
  const text = error.message && error.message !== "{}" ? error.message : otherwise;
  const problem = withField(text, FIELD_OF[error.code ?? ""]);
  return error.code ? { ...problem, code: error.code } : problem;
}

/** No answer came at all: the client gives this status 0. */
export function isNetworkError(error: unknown): boolean {
  return isServiceError(error) && error.name === "AuthRetryableFetchError" && error.status === 0;
}

/** How long the service asks to wait before the next mail to the same address. */
export function retryAfterSeconds(text: string): number | undefined {
  const seconds = /only request this after (\d+) seconds/.exec(text)?.[1];
  return seconds === undefined ? undefined : Number(seconds);
}

function withField(text: string, field: Problem["field"]): Problem {
  return field ? { text, field } : { text };
}

/** The client marks its own. What is not its own is a fault of ours, and its words are for nobody. */
function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && "__isAuthError" in error;
}
