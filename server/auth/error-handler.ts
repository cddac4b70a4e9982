import type { FastifyReply, FastifyRequest } from "fastify";
import { describeFailure } from "../errors/describe-failure.ts";
import type { FailureKind } from "../errors/failure.ts";
import { kindOf } from "../errors/kind-of.ts";
import { type PublicError, Refusal } from "../errors/refusal.ts";
import { refusal } from "./errors.ts";

const VERSION_HEADER = "x-supabase-api-version";
const NEW_SHAPE = "2024-01-01";

type AuthFailureKind = Exclude<FailureKind, "notAllowed" | SessionFailureKind>;
type SessionFailureKind = "sessionEnded" | "secondStepMissing";

const FAILURE_CODES: Record<AuthFailureKind, string> = {
  busy: "unexpected_failure",
  limited: "over_request_rate_limit",
  unavailable: "unexpected_failure",
  timedOut: "request_timeout",
  full: "unexpected_failure",
  invalid: "validation_failed",
  refused: "validation_failed",
  conflict: "conflict",
  tooLarge: "request_entity_too_large",
  fault: "unexpected_failure",
};

/** The protocol's own texts; the others are the catalogue's. */
const FAILURE_TEXTS: Partial<Record<AuthFailureKind, string>> = {
  limited: "Request rate limit reached",
  timedOut: "Processing this request timed out, please retry after a moment.",
  fault: "Unexpected failure, please check server logs for more information",
};

/** Renders every error of this service. */
export function renderError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = error instanceof Refusal ? error : publicErrorFrom(error);
  const { status, code, message, fields, headers } = shown;
  if (status >= 500) request.log.error({ err: error }, message);
  else if (shown !== error && status !== 429) request.log.warn({ err: error }, message);
  const isNewShape = requestsNewShape(request);
  if (isNewShape) reply.header(VERSION_HEADER, NEW_SHAPE);
  return reply
    .code(status)
    .headers(headers)
    .header("x-sb-error-code", code)
    .type("application/json; charset=utf-8")
    .send({
      ...(isNewShape ? { code, message } : { code: status, error_code: code, msg: message }),
      ...(!isNewShape && status >= 500 && { error_id: request.id }),
      ...fields,
    });
}

function publicErrorFrom(error: unknown): PublicError {
  const kind = authKindOf(error);
  if (kind === "sessionEnded") return refusal("sessionGone");
  if (kind === "secondStepMissing") return refusal("secondStepMissing");
  const { status, headers, message } = describeFailure(error, kind);
  return { status, headers, message: FAILURE_TEXTS[kind] ?? message, code: FAILURE_CODES[kind], fields: {} };
}

/** Every query of this service runs with the server's own rights: a missing right is our misconfiguration. */
function authKindOf(error: unknown): AuthFailureKind | SessionFailureKind {
  const kind = kindOf(error);
  return kind === "notAllowed" ? "fault" : kind;
}

function requestsNewShape(request: FastifyRequest): boolean {
  const version = request.headers[VERSION_HEADER];
  if (typeof version !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(version)) return false;
  return !Number.isNaN(Date.parse(version)) && version >= NEW_SHAPE;
}
