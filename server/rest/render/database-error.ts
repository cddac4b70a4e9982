import type pg from "pg";
import { FAILURES, type FailureKind } from "../../errors/failure.ts";
import { kindOf } from "../../errors/kind-of.ts";
import type { PublicError } from "../../errors/refusal.ts";
import type { ApiRole } from "../../postgres/database.ts";
import { findRaisedRefusal } from "../plan/statement.ts";

export function describeDatabaseError(error: pg.DatabaseError, role: ApiRole | undefined): PublicError {
  const { code = "", message, hint = null } = error;
  const raised = code === "22P02" ? findRaisedRefusal(message) : undefined;
  if (raised) return raised;
  if (code === "PGRST") return describeRaisedResponse(error);
  const details = isWrittenByRule(code) ? (error.detail ?? null) : null;
  return { ...statusAndHeaders(error, role), code, message, fields: { details, hint } };
}

/** A detail that a rule of ours wrote is for the client; PostgreSQL's own may quote a row of somebody else. */
function isWrittenByRule(code: string): boolean {
  return code === "P0001" || code.startsWith("PT");
}

/** These do not depend on the requested rows, so they have the same status in every service. */
const SHARED_KINDS: ReadonlySet<FailureKind> = new Set([
  "busy",
  "unavailable",
  "timedOut",
  "full",
  "sessionEnded",
  "secondStepMissing",
]);

function statusAndHeaders(
  error: pg.DatabaseError,
  role: ApiRole | undefined,
): Pick<PublicError, "status" | "headers"> {
  const kind = kindOf(error);
  if (SHARED_KINDS.has(kind)) return FAILURES[kind];
  const status = postgrestStatus(error.code ?? "", role);
  return { status, headers: status === 401 ? { "www-authenticate": "Bearer" } : {} };
}

/** PostgREST's own statuses: clients of this protocol rely on them. The whole code comes before its class. */
const POSTGREST_STATUSES: Readonly<Record<string, number>> = {
  "23503": 409,
  "23505": 409,
  "42883": 404,
  "42P01": 404,
  // A policy that queries its own table, which is a fault in our rules.
  "42P17": 500,
  P0001: 400,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "54": 413,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function postgrestStatus(code: string, role: ApiRole | undefined): number {
  // A visitor may try again after signing in.
  if (code === "42501") return role === "anon" ? 401 : 403;
  if (code.startsWith("PT")) return parseStatus(code.slice(2));
  return POSTGREST_STATUSES[code] ?? POSTGREST_STATUSES[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PT409'`. */
function parseStatus(digits: string): number {
  const status = /^\d{3}$/.test(digits) ? Number(digits) : 0;
  return status >= 200 && status <= 599 ? status : 500;
}

/** `raise sqlstate 'PGRST'`: the message is the body; the detail holds the status and the headers. */
function describeRaisedResponse(error: pg.DatabaseError): PublicError {
  try {
    const { code, message, details = null, hint = null } = JSON.parse(error.message);
    const { status, headers } = JSON.parse(error.detail ?? "");
    if (typeof code === "string" && typeof message === "string" && headers)
      return { status: parseStatus(String(status)), code, message, fields: { details, hint }, headers };
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  return {
    status: 500,
    code: "PGRST121",
    message: "The message and detail field of RAISE 'PGRST' error expects JSON",
    fields: { details: null, hint: null },
    headers: {},
  };
}
