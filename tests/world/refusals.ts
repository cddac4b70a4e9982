import { expect } from "vitest";

/** A refusal of the storage service. The HTTP status is nearly always 400; the body has the real one. */
export type Refusal = readonly [
  http: number,
  statusCode: string,
  error: string,
  message: unknown,
  code: string,
];

export async function expectRefusal(response: Response, [status, statusCode, error, message, code]: Refusal) {
  expect(await response.json()).toEqual({ statusCode, error, message, code });
  expect(response.status).toBe(status);
  expect(response.headers.get("content-type")).toContain("application/json");
}

export const BY_RULE: Refusal = [
  400,
  "403",
  "Unauthorized",
  "new row violates row-level security policy",
  "AccessDenied",
];
export const NO_OBJECT: Refusal = [400, "404", "not_found", "Object not found", "NoSuchKey"];
export const NO_BUCKET: Refusal = [400, "404", "Bucket not found", "Bucket not found", "NoSuchBucket"];
export const TOO_LARGE: Refusal = [
  400,
  "413",
  "Payload too large",
  "The object exceeded the maximum allowed size",
  "EntityTooLarge",
];
export const badType = (message: unknown): Refusal => [
  400,
  "415",
  "invalid_mime_type",
  message,
  "InvalidMimeType",
];
export const unsafeContent = (message: unknown): Refusal => [
  400,
  "422",
  "unsafe_content",
  message,
  "UnsafeContent",
];
export const badRequest = (message: unknown): Refusal => [400, "400", "Error", message, "InvalidRequest"];
export const badKey = (key: string): Refusal => [
  400,
  "400",
  "InvalidKey",
  `Invalid key: ${key}`,
  "InvalidKey",
];
export const badToken = (message: string): Refusal => [400, "403", "Unauthorized", message, "AccessDenied"];
export const TAKEN: Refusal = [400, "409", "Duplicate", "The resource already exists", "KeyAlreadyExists"];

/** A refusal of the table API by one of our rules, with its own message. */
export const ruleRefusal = (message: string) => ({ code: "P0001", details: null, hint: null, message });
export const forbidden = (message: string) => ({ code: "42501", details: null, hint: null, message });
