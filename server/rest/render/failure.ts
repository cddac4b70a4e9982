import type { ApiRole } from "../../postgres/database.ts";
import { RestError } from "../errors.ts";
import type { Answer } from "./answer.ts";
import { databaseError, isDatabaseError, unavailable } from "./database-error.ts";

/** Whatever was thrown, in the dialect of this service. What nobody foresaw says nothing of itself. */
export function asRestError(error: unknown, role: ApiRole | undefined): RestError {
  if (error instanceof RestError) return error;
  if (isDatabaseError(error)) return databaseError(error, role);
  return unavailable(error) ?? new RestError(500, "PGRSTX00", "Something went wrong", { cause: error });
}

export function renderFailure(error: RestError): Answer {
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

export function errorBody({ code, details, hint, message }: RestError): string {
  return JSON.stringify({ code, details, hint, message });
}
