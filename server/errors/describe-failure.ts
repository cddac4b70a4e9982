import { FAILURES, Failure, type FailureKind } from "./failure.ts";
import { kindOf } from "./kind-of.ts";

export interface FailureDescription {
  readonly kind: FailureKind;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Public. PostgreSQL's own messages quote names and values, so only the message of our own rules is passed on. */
  readonly message: string;
}

/** Describes whatever was thrown, other than a refusal, for a service to render. */
export function describeFailure(error: unknown, kind: FailureKind = kindOf(error)): FailureDescription {
  const failure: FailureDescription = { kind, ...FAILURES[kind] };
  if (error instanceof Failure && error.retryAfterSeconds !== undefined)
    return { ...failure, headers: { ...failure.headers, "retry-after": String(error.retryAfterSeconds) } };
  return kind === "refused" ? { ...failure, message: (error as Error).message } : failure;
}
