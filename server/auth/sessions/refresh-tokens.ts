import { timingSafeEqual } from "node:crypto";
import { type InternalKeys, keyedHash, validKeyedHashes } from "../../tokens/keyed-hash.ts";
import { refusal } from "../errors.ts";

export interface RefreshTokenContent {
  readonly sessionId: string;
  /** Counts from 0. Using a token makes the next rotation the current one. */
  readonly rotation: number;
}

// A token consists of the session's id, its rotation, and a keyed hash of the two. No token is stored, and someone who
// reads the database cannot create one (docs/decisions/0005-refresh-tokens.md).
const ID_BYTES = 16;
const ROTATION_BYTES = 4;
const MAC_BYTES = 24;

/** A session that has not been refreshed for this long is over, so a key that was replaced earlier is not needed. */
const MAX_LIFETIME_SECONDS = 180 * 86_400;

export function encodeRefreshToken(content: RefreshTokenContent, keys: InternalKeys): string {
  const head = Buffer.alloc(ID_BYTES + ROTATION_BYTES);
  head.write(content.sessionId.replaceAll("-", ""), "hex");
  head.writeUInt32BE(content.rotation, ID_BYTES);
  const mac = truncate(keyedHash(keys, ...authenticated(content)));
  return Buffer.concat([head, mac]).toString("base64url");
}

export function decodeRefreshToken(token: string, keys: InternalKeys): RefreshTokenContent {
  // Other servers of this protocol issue tokens of this shape: well-formed, but not ours.
  if (/^[a-z0-9]{12}$/.test(token)) throw refusal("refreshTokenUnknown");
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== ID_BYTES + ROTATION_BYTES + MAC_BYTES || bytes.toString("base64url") !== token)
    throw refusal("refreshTokenInvalid");
  const content: RefreshTokenContent = {
    sessionId: bytes
      .toString("hex", 0, ID_BYTES)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    rotation: bytes.readUInt32BE(ID_BYTES),
  };
  const mac = bytes.subarray(ID_BYTES + ROTATION_BYTES);
  const macs = validKeyedHashes(keys, MAX_LIFETIME_SECONDS, ...authenticated(content)).map(truncate);
  if (!macs.some((valid) => timingSafeEqual(mac, valid))) throw refusal("refreshTokenUnknown");
  return content;
}

function authenticated({ sessionId, rotation }: RefreshTokenContent) {
  return ["refresh token", sessionId, String(rotation)] as const;
}

function truncate(hash: Buffer): Buffer {
  return hash.subarray(0, MAC_BYTES);
}
