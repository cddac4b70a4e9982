import { Refusal } from "../errors/refusal.ts";

interface RefusalDetails {
  readonly details?: string | null;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal with one of PostgREST's numbered codes. */
export function refusal(
  status: number,
  code: string,
  message: string,
  { details = null, hint = null, headers = {}, cause }: RefusalDetails = {},
): Refusal {
  return new Refusal(status, message, { code, fields: { details, hint }, headers, cause });
}

export const syntaxError = (message: string, details?: string) =>
  refusal(400, "PGRST100", message, details === undefined ? {} : { details });
export const invalidBody = (message: string) => refusal(400, "PGRST102", message);
export const invalidRange = (details: string) =>
  refusal(416, "PGRST103", "Requested range not satisfiable", { details });
export const notEmbedded = (name: string) =>
  refusal(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
export const notSingle = (rows: number) =>
  refusal(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });
export const tooManyAffected = (rows: number) =>
  refusal(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  });
