import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { projectRoot } from "../root.ts";

/** Sorted starts of SHA-256 hashes, so that the file contains no words. */
export const LIST_FILE = path.join(projectRoot, "server/passwords/common-passwords.bin");
export const HASH_BYTES = 6;

let list: Buffer | undefined;
function readList(): Buffer {
  list ??= readFileSync(LIST_FILE);
  return list;
}

/** Returns whether the password, in any case, is among the 100,000 most common ones. */
export function isCommonPassword(password: string): boolean {
  const hash = createHash("sha256").update(password.toLowerCase()).digest().subarray(0, HASH_BYTES);
  const at = findFirst(hash);
  return readList()
    .subarray(at, at + HASH_BYTES)
    .equals(hash);
}

/**
 * Returns the listed hashes that begin with the prefix. A browser checks a password by the start of its hash and never
 * sends the password before the form is submitted.
 */
export function findCommonHashes(prefix: string): string[] {
  const lowest = Buffer.from(prefix.padEnd(HASH_BYTES * 2, "0"), "hex");
  const found: string[] = [];
  for (let at = findFirst(lowest); at < readList().length; at += HASH_BYTES) {
    const hash = readList().toString("hex", at, at + HASH_BYTES);
    if (!hash.startsWith(prefix)) break;
    found.push(hash);
  }
  return found;
}

/** Returns the position of the first hash that is not below the given one. */
function findFirst(hash: Buffer): number {
  const hashes = readList();
  let low = 0;
  let high = hashes.length / HASH_BYTES;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hash.compare(hashes, middle * HASH_BYTES, (middle + 1) * HASH_BYTES) > 0) low = middle + 1;
    else high = middle;
  }
  return low * HASH_BYTES;
}
