import { Refusal } from "../errors/refusal.ts";

/** Every refusal of this service, by the four fields of its body. */
const REFUSALS = {
  bucketNotFound: ["404", "Bucket not found", "Bucket not found", "NoSuchBucket"],
  objectNotFound: ["404", "not_found", "Object not found", "NoSuchKey"],
  badToken: ["403", "Unauthorized", "signature verification failed", "AccessDenied"],
  expiredToken: ["403", "Unauthorized", '"exp" claim timestamp check failed', "AccessDenied"],
  unsupportedType: ["415", "invalid_mime_type", "This type of file is not supported", "InvalidMimeType"],
  unsafeContent: ["422", "unsafe_content", "This file cannot be accepted", "UnsafeContent"],
  tooLarge: ["413", "Payload too large", "The object exceeded the maximum allowed size", "EntityTooLarge"],
  badKey: ["400", "InvalidKey", "Invalid key", "InvalidKey"],
  incomplete: ["400", "InvalidRequest", "The upload ended before it was complete", "InvalidRequest"],
  noContent: ["400", "InvalidRequest", "No content provided", "InvalidRequest"],
  badRequest: ["400", "Error", "Invalid request", "InvalidRequest"],
  badLink: ["400", "InvalidJWT", "signature verification failed", "InvalidJWT"],
  expiredLink: ["400", "InvalidJWT", '"exp" claim timestamp check failed', "InvalidJWT"],
  wrongLink: ["400", "InvalidSignature", "Invalid signature", "InvalidSignature"],
  uploadNotFound: ["404", "not_found", "The file for this url was not found", "NoSuchUpload"],
  uploadExpired: ["410", "not_found", "The file for this url no longer exists", "NoSuchUpload"],
  offsetConflict: ["409", "InvalidRequest", "Upload-Offset conflict", "InvalidRequest"],
  uploadLocked: ["423", "InvalidRequest", "Another request continues this upload", "ResourceLocked"],
  uploadComplete: ["400", "InvalidRequest", "Cannot terminate an already completed upload", "InvalidRequest"],
  tooManyParts: ["400", "InvalidRequest", "This upload was cut too often", "InvalidRequest"],
  badVersion: ["412", "InvalidRequest", "Tus-Resumable must be 1.0.0", "InvalidRequest"],
  badContentType: [
    "415",
    "InvalidRequest",
    "Content-Type must be application/offset+octet-stream",
    "InvalidRequest",
  ],
  badRange: ["416", "invalid_range", "invalid range provided", "InvalidRange"],
} as const satisfies Record<string, readonly [status: string, error: string, message: string, code: string]>;

export function refusal(
  name: keyof typeof REFUSALS,
  { message, cause }: { readonly message?: string; readonly cause?: unknown } = {},
): Refusal {
  const [status, error, usualMessage, code] = REFUSALS[name];
  return new Refusal(Number(status), message ?? usualMessage, { code, fields: { error }, cause });
}
