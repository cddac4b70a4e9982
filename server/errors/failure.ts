interface FailureResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Public text, for services whose protocol has none of its own. */
  readonly message: string;
}

const RETRY_SOON = { "retry-after": "1" };

/** The kinds of failure, and how every service responds to each of them. */
export const FAILURES = {
  /** Too much work at once: the same request succeeds a moment later. */
  busy: {
    status: 503,
    headers: RETRY_SOON,
    message: "The service is busy. Please try again in a moment.",
  },
  /** A client asks for too much. Only that client is refused. */
  limited: {
    status: 429,
    headers: RETRY_SOON,
    message: "Too many requests at once. Please wait a moment and try again.",
  },
  /** The database or another part that we depend on cannot be reached, or accepts no writes. */
  unavailable: {
    status: 503,
    headers: RETRY_SOON,
    message: "The service is not available right now. Please try again in a moment.",
  },
  timedOut: {
    status: 504,
    headers: RETRY_SOON,
    message: "The request took too long. Please try again in a moment.",
  },
  /** A disk is full. Retrying does not help until an operator has freed space. */
  full: {
    status: 500,
    headers: {},
    message: "There is no room for this right now. Please try again later.",
  },
  invalid: { status: 400, headers: {}, message: "The request could not be read." },
  /** A rule in the database turned the request down, and its message says why. */
  refused: { status: 400, headers: {}, message: "This is not possible." },
  /** The session of a signed-in caller was ended, or its user was deleted or banned. */
  sessionEnded: {
    status: 401,
    // The browser app recognizes an ended session by this header, in every service.
    headers: {
      "www-authenticate": 'Bearer error="invalid_token", error_description="The session has ended"',
    },
    message: "Your session has ended. Please log in again.",
  },
  /** The user has a second step, and this session has not passed it. */
  secondStepMissing: {
    status: 403,
    // The browser app recognizes it by this header, in every service.
    headers: {
      "www-authenticate":
        'Bearer error="insufficient_user_authentication", error_description="The second step is missing"',
    },
    message: "Please confirm with your second step.",
  },
  notAllowed: { status: 403, headers: {}, message: "You are not allowed to do this." },
  conflict: { status: 409, headers: {}, message: "This conflicts with something that already exists." },
  tooLarge: { status: 413, headers: {}, message: "The request is too large." },
  /** Our own error, or any other unexpected one. */
  fault: { status: 500, headers: {}, message: "An unexpected error occurred." },
} as const satisfies Record<string, FailureResponse>;

export type FailureKind = keyof typeof FAILURES;

interface FailureOptions extends ErrorOptions {
  /** Replaces the usual time after which the client may retry. */
  readonly retryAfterSeconds?: number;
}

/** An error of ours with its kind. Its message is for the log. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly retryAfterSeconds: number | undefined;

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, options);
    this.kind = kind;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}
