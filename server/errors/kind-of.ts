import pg from "pg";
import { Failure, type FailureKind } from "./failure.ts";

/** The only table from SQLSTATE to kind: the whole code first, then its class, which is its first two characters. */
const KIND_OF_SQLSTATE: Readonly<Record<string, FailureKind>> = {
  // Connection lost.
  "08": "unavailable",
  // Data that PostgreSQL cannot represent, for example a text that is not a number.
  "22": "invalid",
  // A missing value or a failed check; the three below are about other rows.
  "23": "invalid",
  "23503": "conflict",
  "23505": "conflict",
  "23P01": "conflict",
  // The database accepts no writes, for example a replica during a failover.
  "25006": "unavailable",
  // Idle in a transaction for too long, and a transaction that took too long.
  "25P03": "timedOut",
  "25P04": "timedOut",
  // Serialization failure or deadlock: the transaction was rolled back, and its retry is likely to succeed.
  "40": "busy",
  // Insufficient privilege: a grant, a policy or a rule that checks the caller.
  "42501": "notAllowed",
  // Out of connections or memory.
  "53": "busy",
  "53100": "full",
  // A limit of PostgreSQL itself, for example the depth of the stack or the number of columns.
  "54": "tooLarge",
  // lock_timeout.
  "55P03": "timedOut",
  // statement_timeout, or a request to cancel.
  "57014": "timedOut",
  // PostgreSQL is stopping, has crashed or is starting, or the database was dropped.
  "57P": "unavailable",
  // `raise exception` in a rule of ours.
  P0001: "refused",
  // Raised by private.require_session.
  MG001: "sessionEnded",
  MG002: "secondStepMissing",
};

const KIND_OF_SYSTEM_ERROR: Readonly<Record<string, FailureKind>> = {
  EAI_AGAIN: "unavailable",
  ECONNREFUSED: "unavailable",
  ECONNRESET: "unavailable",
  EHOSTUNREACH: "unavailable",
  ENETUNREACH: "unavailable",
  ENOTFOUND: "unavailable",
  EPIPE: "unavailable",
  ETIMEDOUT: "unavailable",
  EDQUOT: "full",
  EFBIG: "full",
  ENOSPC: "full",
};

/** pg reports a lost connection by its message alone. */
const LOST_CONNECTION =
  /^(Connection terminated|Query read timeout|Client has encountered a connection error)/;

export function kindOf(error: unknown): FailureKind {
  if (error instanceof Failure) return error.kind;
  if (error instanceof pg.DatabaseError) return kindOfSqlstate(error.code ?? "");
  if (!(error instanceof Error)) return "fault";
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  if (typeof statusCode === "number") return kindOfFrameworkError(statusCode);
  if (typeof code === "string" && KIND_OF_SYSTEM_ERROR[code]) return KIND_OF_SYSTEM_ERROR[code];
  return LOST_CONNECTION.test(error.message) ? "unavailable" : "fault";
}

function kindOfSqlstate(code: string): FailureKind {
  return (
    KIND_OF_SQLSTATE[code] ??
    KIND_OF_SQLSTATE[code.slice(0, 3)] ??
    KIND_OF_SQLSTATE[code.slice(0, 2)] ??
    "fault"
  );
}

/** Fastify refuses a request that it cannot parse before any route runs. */
function kindOfFrameworkError(statusCode: number): FailureKind {
  if (statusCode === 413) return "tooLarge";
  return statusCode >= 400 && statusCode < 500 ? "invalid" : "fault";
}
