import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import pg from "pg";
import { describeFailure } from "../errors/describe-failure.ts";
import type { FailureKind } from "../errors/failure.ts";
import { type PublicError, Refusal } from "../errors/refusal.ts";
import { TokenError } from "../tokens/tokens.ts";
import { refusal } from "./errors.ts";

interface FailureFields {
  readonly error: string;
  readonly code: string;
  /** The protocol's own text; otherwise the catalogue's is sent. */
  readonly message?: string;
}

const FAILURE_FIELDS: Readonly<Record<FailureKind, FailureFields>> = {
  busy: { error: "SlowDown", code: "SlowDown" },
  limited: { error: "SlowDown", code: "SlowDown" },
  unavailable: { error: "ServiceUnavailable", code: "ServiceUnavailable" },
  timedOut: { error: "DatabaseTimeout", code: "DatabaseTimeout" },
  full: {
    error: "InternalError",
    code: "InternalError",
    message: "There is no room for this file right now. Please try again later.",
  },
  invalid: { error: "Error", code: "InvalidRequest", message: "Invalid request" },
  refused: { error: "Error", code: "InvalidRequest" },
  sessionEnded: { error: "Unauthorized", code: "AccessDenied" },
  secondStepMissing: { error: "Unauthorized", code: "AccessDenied" },
  notAllowed: {
    error: "Unauthorized",
    code: "AccessDenied",
    message: "new row violates row-level security policy",
  },
  conflict: {
    error: "Duplicate",
    code: "KeyAlreadyExists",
    message: "The resource already exists",
  },
  tooLarge: { error: "Payload too large", code: "EntityTooLarge" },
  fault: { error: "Internal", code: "InternalError", message: "Internal Server Error" },
};

/** SQLSTATEs of a name that the table of objects does not accept: a failed check, and invalid UTF-8. */
const BAD_KEY = new Set(["23514", "22021"]);

/** The protocol sends most refusals with HTTP status 400 and their real status in the body. */
const STATUSES_SENT_AS_IS = new Set([401, 416, 429]);

export function handleErrors(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const message = `Route ${request.method}:${request.url.split("?", 1)[0]} not found`;
    return reply.code(404).send({ statusCode: "404", error: "Not Found", message });
  });
  app.setErrorHandler((error: Error, request, reply) => {
    if (isFrameworkRefusal(error)) return renderFrameworkRefusal(reply, error);
    return render(reply, describe(error, request));
  });
}

/** The protocol of resumable uploads decides by the HTTP status, and its bodies are plain text. */
export function handleResumableErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: Error, request, reply) => {
    const { status, headers, message } = isFrameworkRefusal(error)
      ? { status: error.statusCode, headers: {}, message: error.message }
      : describe(error, request);
    return reply
      .code(status)
      .headers(headers)
      .header("cache-control", "no-store")
      .type("text/plain; charset=utf-8")
      .send(message);
  });
}

function describe(error: Error, request: FastifyRequest): PublicError {
  const shown = publicErrorFrom(error, request);
  if (shown.status >= 500) request.log.error({ err: error }, "a storage request failed");
  else request.log.debug({ code: shown.code }, "a storage request was refused");
  return shown;
}

function render(reply: FastifyReply, { status, code, message, fields, headers }: PublicError): FastifyReply {
  return reply
    .code(status >= 500 || STATUSES_SENT_AS_IS.has(status) ? status : 400)
    .headers(headers)
    .header("cache-control", "no-store")
    .send({ statusCode: String(status), error: fields.error, message, code });
}

function publicErrorFrom(error: Error, request: FastifyRequest): PublicError {
  if (error instanceof Refusal) return error;
  if (error instanceof TokenError) return refusal(error.reason === "expired" ? "expiredToken" : "badToken");
  if (error instanceof pg.DatabaseError && BAD_KEY.has(error.code ?? "")) return badKey(request);
  const { kind, status, headers, message: usualMessage } = describeFailure(error);
  const { message = usualMessage, code, error: name } = FAILURE_FIELDS[kind];
  return { status, headers, message, code, fields: { error: name } };
}

function badKey({ params }: FastifyRequest): Refusal {
  const { "*": key = "" } = params as { "*"?: string };
  return refusal("badKey", { message: `Invalid key: ${key.slice(0, 200)}` });
}

interface FrameworkRefusal extends Error {
  readonly statusCode: number;
}

function isFrameworkRefusal(error: Error): error is FrameworkRefusal {
  const { statusCode } = error as { statusCode?: unknown };
  return typeof statusCode === "number" && statusCode < 500;
}

/** Renders Fastify's refusals, for example of a body that is not JSON, with their own HTTP status. */
function renderFrameworkRefusal(
  reply: FastifyReply,
  { statusCode, name, message }: FrameworkRefusal,
): FastifyReply {
  return reply
    .code(statusCode)
    .send({ statusCode: String(statusCode), error: name, message, code: "InvalidRequest" });
}
