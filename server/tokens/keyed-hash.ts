import { createHmac } from "node:crypto";
import type { KeyRing, ReplaceableKey } from "./key-ring.ts";

export interface InternalKey extends ReplaceableKey {
  readonly key: string;
}

/** The keys for values that only this installation creates and verifies. */
export type InternalKeys = KeyRing<InternalKey>;

/**
 * Returns a hash that only this installation can compute, so that even values from a small set (addresses, six digits)
 * cannot be guessed from the database alone. The purpose keeps a hash from being valid for another use.
 */
export function keyedHash(keys: InternalKeys, purpose: string, ...values: readonly string[]): Buffer {
  return hash(keys.current, purpose, values);
}

/**
 * Returns the hashes of the values under each key that may have been used, if such a hash is valid for `lifetimeSeconds`.
 * Compare with these, because the key may have been rotated since.
 */
export function validKeyedHashes(
  keys: InternalKeys,
  lifetimeSeconds: number,
  purpose: string,
  ...values: readonly string[]
): Buffer[] {
  return keys.valid(lifetimeSeconds).map((key) => hash(key, purpose, values));
}

function hash({ key }: InternalKey, purpose: string, values: readonly string[]): Buffer {
  return createHmac("sha256", key)
    .update(JSON.stringify([purpose, ...values]))
    .digest();
}
