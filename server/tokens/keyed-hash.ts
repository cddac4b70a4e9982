import { createHmac } from "node:crypto";

/**
 * A hash that only this installation can compute: what is stored under it cannot be guessed back from the database
 * alone, however few values there are (addresses, six digits). The purpose keeps one use from answering for another.
 */
export function keyedHash(internalKey: string, purpose: string, ...values: readonly string[]): Buffer {
  return createHmac("sha256", internalKey)
    .update(JSON.stringify([purpose, ...values]))
    .digest();
}
