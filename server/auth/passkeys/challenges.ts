import { randomBytes } from "node:crypto";
import type { Query } from "../../postgres/database.ts";
import { type InternalKeys, keyedHash, validKeyedHashes } from "../../tokens/keyed-hash.ts";
import { refusal } from "../errors.ts";

const LIFETIME_SECONDS = 300;
const PURPOSE = "passkey challenge";

/** A challenge for a registration belongs to one session. A challenge for a sign-in belongs to nobody yet. */
export type ChallengeUse = readonly ["registration", sessionId: string] | readonly ["sign-in"];

export interface NewChallenge {
  readonly id: string;
  readonly challenge: string;
  /** The seconds since 1970. */
  readonly expiresAt: number;
}

/**
 * Creates a challenge that is not stored: it is a keyed hash of its id and use, and the id has its expiry. Strangers
 * who request many of them therefore fill no table and displace nobody's (docs/decisions/0038-passkeys.md).
 */
export function createPasskeyChallenge(keys: InternalKeys, use: ChallengeUse): NewChallenge {
  const expiresAt = Math.floor(Date.now() / 1000) + LIFETIME_SECONDS;
  const id = `${expiresAt}.${randomBytes(16).toString("base64url")}`;
  return { id, challenge: keyedHash(keys, PURPOSE, id, ...use).toString("base64url"), expiresAt };
}

/** Returns the challenges that the id may stand for: two while a key is being rotated. */
export function requireValidChallenges(keys: InternalKeys, id: string, use: ChallengeUse): string[] {
  const expiresAt = Number(/^(\d{10})\.[\w-]{22}$/.exec(id)?.[1]);
  if (Number.isNaN(expiresAt)) throw refusal("passkeyChallengeUnknown");
  if (expiresAt <= Date.now() / 1000) throw refusal("passkeyChallengeExpired");
  const hashes = validKeyedHashes(keys, LIFETIME_SECONDS, PURPOSE, id, ...use);
  return hashes.map((hash) => hash.toString("base64url"));
}

/**
 * Uses a challenge up, after the signature has been verified: in the transaction of a registration, and before that of a
 * sign-in. If several requests present one challenge at the same moment, only one succeeds. A refused signature does not
 * use the challenge up, because it proves nothing.
 */
export async function consumePasskeyChallenge(query: Query, id: string): Promise<void> {
  const { rowCount } = await query(
    "insert into auth.used_passkey_challenges (id) values ($1) on conflict do nothing",
    [id],
  );
  if (rowCount === 0) throw refusal("passkeyChallengeUnknown");
}
