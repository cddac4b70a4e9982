import { findCommonHashes } from "../../backend/common-passwords.ts";

const PREFIX_DIGITS = 3;
const HASH_DIGITS = 12;

/**
 * Returns whether the server's list contains the password. Only the start of its hash is sent. False if that cannot be
 * found out now: the server checks again when the form is sent.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  // Without https the browser has no hashing.
  if (!globalThis.crypto?.subtle) return false;
  const hash = await hashOf(password.normalize("NFC").toLowerCase());
  const hashes = await findCommonHashes(hash.slice(0, PREFIX_DIGITS));
  return hashes.includes(hash.slice(0, HASH_DIGITS));
}

async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
