import pg from "pg";
import { describeFailure, type FailureDescription } from "../../errors/describe-failure.ts";
import { Failure } from "../../errors/failure.ts";
import { type PublicError, Refusal } from "../../errors/refusal.ts";
import type { ApiRole } from "../../postgres/database.ts";
import { describeDatabaseError } from "./database-error.ts";
import type { RestResponse } from "./response.ts";

/** Describes whatever was thrown in PostgREST's terms. An unexpected error reveals nothing. */
export function describeError(error: unknown, role: ApiRole | undefined): PublicError {
  if (error instanceof Refusal) return error;
  if (error instanceof pg.DatabaseError) return describeDatabaseError(error, role);
  const failure = describeFailure(error);
  const { status, headers } = failure;
  const [code, message] = codeAndMessage(failure, error);
  return { status, code, message, fields: { details: null, hint: null }, headers };
}

function codeAndMessage(failure: FailureDescription, error: unknown): [code: string, message: string] {
  switch (failure.kind) {
    case "limited":
      // PostgREST has no limits of its own, so this is the code of the sign-in service.
      return ["over_request_rate_limit", failure.message];
    case "busy":
    case "unavailable":
      return error instanceof Failure
        ? ["PGRST003", "Timed out acquiring connection from connection pool."]
        : ["PGRST001", "Database client error. Retrying the connection."];
    case "invalid":
      return ["PGRST102", "Empty or invalid json"];
    case "tooLarge":
      return ["PGRST102", "The body is too large"];
    default:
      return ["PGRSTX00", "Something went wrong"];
  }
}

export function renderError(error: PublicError): RestResponse {
  return {
    status: error.status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "proxy-status": `PostgREST; error=${error.code}`,
      ...error.headers,
    },
    body: errorBody(error),
  };
}

export function errorBody({ code, fields, message }: PublicError): string {
  const { details, hint } = fields;
  return JSON.stringify({ code, details, hint, message });
}
