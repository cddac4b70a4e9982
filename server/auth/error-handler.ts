import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { TooManyPasswords } from "../passwords/hashing.ts";
import { DatabaseUnavailable } from "../postgres/database.ts";
import { Refusal } from "./errors.ts";

const VERSION_HEADER = "x-supabase-api-version";
const NEW_SHAPE = "2024-01-01";

/** The one place where an error becomes an answer. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  if (refusal.status >= 500) request.log.error({ err: refusal.cause ?? refusal }, refusal.message);
  if (refusal.status === 503) reply.header("retry-after", "1");
  const isNewShape = asksForNewShape(request);
  if (isNewShape) reply.header(VERSION_HEADER, NEW_SHAPE);
  return reply
    .code(refusal.status)
    .header("x-sb-error-code", refusal.code)
    .type("application/json; charset=utf-8")
    .send({
      ...(isNewShape
        ? { code: refusal.code, message: refusal.message }
        : { code: refusal.status, error_code: refusal.code, msg: refusal.message }),
      ...(!isNewShape && refusal.status >= 500 && { error_id: request.id }),
      ...(refusal.weakPassword && { weak_password: refusal.weakPassword }),
    });
}

function asksForNewShape(request: FastifyRequest): boolean {
  const asked = request.headers[VERSION_HEADER];
  if (typeof asked !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(asked)) return false;
  return !Number.isNaN(Date.parse(asked)) && asked >= NEW_SHAPE;
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof DatabaseUnavailable || error instanceof TooManyPasswords)
    return new Refusal("busy", { cause: error });
  const { code, statusCode = 500 } = error as Partial<FastifyError>;
  if (code?.startsWith("FST_")) {
    if (statusCode === 413) return new Refusal("tooLarge");
    if (statusCode < 500) return new Refusal("badRequest");
  }
  // PostgreSQL is going down, has no connection left, or gave up waiting for a lock or a statement.
  if (code && /^(57P0\d|53\d{3}|08\w{3})$/.test(code)) return new Refusal("busy", { cause: error });
  if (code === "57014" || code === "55P03") return new Refusal("tooSlow", { cause: error });
  return new Refusal("unexpected", { cause: error });
}
