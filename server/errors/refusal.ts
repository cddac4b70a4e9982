interface RefusalOptions {
  /** Machine-readable, as the protocol of the service defines it. */
  readonly code?: string;
  /** Further fields of the response body. */
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** The part of an error that a client may see. */
export type PublicError = Pick<Refusal, "status" | "code" | "message" | "fields" | "headers">;

/** A request that the rules turn down. The message is public; the cause goes to the log. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.status = status;
    this.code = options.code ?? "";
    this.fields = options.fields ?? {};
    this.headers = options.headers ?? {};
  }
}
