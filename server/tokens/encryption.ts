import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import type { InternalKey, InternalKeys } from "./keyed-hash.ts";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a text that only this installation can read again (AES-256-GCM). The purpose and the context are not part of
 * the result: it can only be decrypted with the same ones, so that it has no meaning in another place.
 */
export function encrypt(keys: InternalKeys, purpose: string, context: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(keys.current, purpose), nonce);
  cipher.setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return Buffer.concat([nonce, encrypted, cipher.getAuthTag()]).toString("base64url");
}

/** Returns the text, or undefined if none of the keys that are valid for such a text has encrypted it. */
export function decrypt(
  keys: InternalKeys,
  lifetimeSeconds: number,
  purpose: string,
  context: string,
  encrypted: string,
): string | undefined {
  const bytes = Buffer.from(encrypted, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  for (const key of keys.valid(lifetimeSeconds)) {
    const decipher = createDecipheriv(
      "aes-256-gcm",
      deriveKey(key, purpose),
      bytes.subarray(0, NONCE_BYTES),
      {
        authTagLength: TAG_BYTES,
      },
    );
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    try {
      return Buffer.concat([text, decipher.final()]).toString("utf8");
    } catch {
      // Another key has encrypted it, or it was changed.
    }
  }
  return undefined;
}

function deriveKey({ key }: InternalKey, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, "", `encryption: ${purpose}`, 32));
}
