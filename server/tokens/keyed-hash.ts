import { createHmac } from "node:crypto";

/**
 * Returns a hash that only this installation can compute, so that even values from a small set (addresses, six digits)
 * cannot be guessed from the database alone. The purpose keeps a hash from being valid for another use.
 */
export function keyedHash(internalKey: string, purpose: string, ...values: readonly string[]): Buffer {
  return createHmac("sha256", internalKey)
    .update(JSON.stringify([purpose, ...values]))
    .digest();
}
