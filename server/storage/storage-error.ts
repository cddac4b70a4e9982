/** Every refusal there is, by its number in the body, `error`, `message` and `code`. HTTP has only a say of its own where given. */
const REFUSALS = {
  bucketNotFound: ["404", "Bucket not found", "Bucket not found", "NoSuchBucket"],
  objectNotFound: ["404", "not_found", "Object not found", "NoSuchKey"],
  refusedByRule: ["403", "Unauthorized", "new row violates row-level security policy", "AccessDenied"],
  badToken: ["403", "Unauthorized", "signature verification failed", "AccessDenied"],
  expiredToken: ["403", "Unauthorized", '"exp" claim timestamp check failed', "AccessDenied"],
  taken: ["409", "Duplicate", "The resource already exists", "KeyAlreadyExists"],
  unsupportedType: ["415", "invalid_mime_type", "This type of file is not supported", "InvalidMimeType"],
  tooLarge: ["413", "Payload too large", "The object exceeded the maximum allowed size", "EntityTooLarge"],
  badKey: ["400", "InvalidKey", "Invalid key", "InvalidKey"],
  brokenOff: ["400", "InvalidRequest", "The upload broke off before its end", "InvalidRequest"],
  noContent: ["400", "InvalidRequest", "No content provided", "InvalidRequest"],
  badRequest: ["400", "Error", "Invalid request", "InvalidRequest"],
  badLink: ["400", "InvalidJWT", "signature verification failed", "InvalidJWT"],
  expiredLink: ["400", "InvalidJWT", '"exp" claim timestamp check failed', "InvalidJWT"],
  linkOfAnother: ["400", "InvalidSignature", "Invalid signature", "InvalidSignature"],
  badRange: ["416", "invalid_range", "invalid range provided", "InvalidRange"],
  databaseFull: ["429", "too_many_connections", "Too many connections issued to the database", "SlowDown"],
  databaseSlow: ["544", "DatabaseTimeout", "The connection to the database timed out", "DatabaseTimeout"],
  storeFull: [
    "500",
    "InternalError",
    "There is no room for this file right now. Please try again later.",
    "InternalError",
  ],
  fault: ["500", "Internal", "Internal Server Error", "InternalError"],
} as const;

export type Refusal = keyof typeof REFUSALS;

/** The protocol's odd rule: nearly every refusal is a 400 on the wire, and its real status stands in the body. */
const WITH_THEIR_OWN_STATUS: ReadonlySet<string> = new Set(["416", "429", "500", "544"]);

export class StorageError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal, options: { message?: string; cause?: unknown } = {}) {
    super(options.message ?? REFUSALS[refusal][2], { cause: options.cause });
    this.refusal = refusal;
  }

  get httpStatus(): number {
    const [status] = REFUSALS[this.refusal];
    return WITH_THEIR_OWN_STATUS.has(status) ? Number(status) : 400;
  }

  get body(): { statusCode: string; error: string; message: string; code: string } {
    const [statusCode, error, , code] = REFUSALS[this.refusal];
    return { statusCode, error, message: this.message, code };
  }
}
