import { type ApiRole, DatabaseUnavailable } from "../../postgres/database.ts";
import { RestError } from "../errors.ts";
import { failureIn } from "../plan/statement.ts";

interface DatabaseError extends Error {
  readonly code: string;
  readonly severity: string;
  readonly detail?: string;
  readonly hint?: string;
}

const RETRY = { "retry-after": "1" };

export function isDatabaseError(error: unknown): error is DatabaseError {
  return error instanceof Error && "severity" in error && "code" in error && typeof error.code === "string";
}

export function databaseError(error: DatabaseError, role: ApiRole | undefined): RestError {
  const meant = error.code === "22P02" ? failureIn(error.message) : undefined;
  if (meant) return meant;
  if (error.code === "PGRST") return dictated(error);
  const status = statusOf(error.code, role);
  return new RestError(status, error.code, error.message, {
    details: isOurs(error.code) ? (error.detail ?? null) : null,
    hint: error.hint ?? null,
    headers: headersFor(status),
    cause: error,
  });
}

function headersFor(status: number): Record<string, string> {
  if (status === 401) return { "www-authenticate": "Bearer" };
  return status === 503 ? RETRY : {};
}

/** A detail that a rule of ours wrote is for the client; PostgreSQL's own may hold a row that is not the client's. */
function isOurs(code: string): boolean {
  return code === "P0001" || code.startsWith("PT");
}

const STATUS: Record<string, number> = {
  "23503": 409,
  "23505": 409,
  "25006": 405,
  "42883": 404,
  "42P01": 404,
  // A policy that asks itself: a fault in our rules, not in the request.
  "42P17": 500,
  "57P01": 503,
  P0001: 400,
};
const STATUS_OF_CLASS: Record<string, number> = {
  "08": 503,
  "09": 500,
  "0L": 403,
  "0P": 403,
  "25": 500,
  "28": 403,
  "2D": 500,
  "38": 500,
  "39": 500,
  "3B": 500,
  "40": 500,
  "53": 503,
  "54": 413,
  "55": 500,
  "57": 500,
  "58": 500,
  F0: 500,
  HV: 500,
  P0: 500,
  XX: 500,
};

function statusOf(code: string, role: ApiRole | undefined): number {
  // Who is not signed in may try again after signing in.
  if (code === "42501") return role === "anon" ? 401 : 403;
  if (code.startsWith("PT")) return statusNamed(code.slice(2));
  return STATUS[code] ?? STATUS_OF_CLASS[code.slice(0, 2)] ?? 400;
}

/** `raise sqlstate 'PT409'`. */
function statusNamed(digits: string): number {
  const status = /^\d{3}$/.test(digits) ? Number(digits) : 0;
  return status >= 200 && status <= 599 ? status : 500;
}

/** `raise sqlstate 'PGRST'`: the message is the body, the detail the status and headers. */
function dictated(error: DatabaseError): RestError {
  try {
    const { code, message, details, hint } = JSON.parse(error.message);
    const { status, headers } = JSON.parse(error.detail ?? "");
    if (typeof code === "string" && typeof message === "string" && headers)
      return new RestError(statusNamed(String(status)), code, message, {
        details,
        hint,
        headers,
        cause: error,
      });
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
  }
  const message = "The message and detail field of RAISE 'PGRST' error expects JSON";
  return new RestError(500, "PGRST121", message, { cause: error });
}

/** The connection was lost on the way, or there was none: the request may be sent again. */
export function unavailable(error: unknown): RestError | undefined {
  if (error instanceof DatabaseUnavailable)
    return new RestError(503, "PGRST003", "Timed out acquiring connection from connection pool.", {
      headers: RETRY,
      cause: error,
    });
  const isLost =
    error instanceof Error &&
    /^(Connection terminated|Query read timeout|.*ECONN|.*EPIPE)/.test(error.message);
  if (!isLost) return undefined;
  return new RestError(503, "PGRST001", "Database client error. Retrying the connection.", {
    headers: RETRY,
    cause: error,
  });
}
