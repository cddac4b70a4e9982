interface Extras {
  readonly details?: string | null;
  readonly hint?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** A refusal in PostgREST's dialect: its numbered codes, its four fields. */
export class RestError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string | null;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, code: string, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause });
    this.status = status;
    this.code = code;
    this.details = extras.details ?? null;
    this.hint = extras.hint ?? null;
    this.headers = extras.headers ?? {};
  }
}

export const notUnderstood = (message: string, details?: string) =>
  new RestError(400, "PGRST100", message, details === undefined ? {} : { details });
export const badBody = (message: string) => new RestError(400, "PGRST102", message);
export const badRange = (details: string) =>
  new RestError(416, "PGRST103", "Requested range not satisfiable", { details });
export const notEmbedded = (name: string) =>
  new RestError(400, "PGRST108", `'${name}' is not an embedded resource in this request`, {
    hint: `Verify that '${name}' is included in the 'select' query parameter.`,
  });
export const notSingle = (rows: number) =>
  new RestError(406, "PGRST116", "Cannot coerce the result to a single JSON object", {
    details: `The result contains ${rows} rows`,
  });
export const tooManyAffected = (rows: number) =>
  new RestError(400, "PGRST124", "Query result exceeds max-affected preference constraint", {
    details: `The query affects ${rows} rows`,
  });
