import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../tokens/keyed-hash.ts";
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

export function encodeRefreshToken(content: RefreshTokenContent, internalKey: string): string {
  const head = Buffer.alloc(ID_BYTES + ROTATION_BYTES);
  head.write(content.sessionId.replaceAll("-", ""), "hex");
  head.writeUInt32BE(content.rotation, ID_BYTES);
  return Buffer.concat([head, computeMac(content, internalKey)]).toString("base64url");
}

export function decodeRefreshToken(token: string, internalKey: string): RefreshTokenContent {
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
  if (!timingSafeEqual(mac, computeMac(content, internalKey))) throw refusal("refreshTokenUnknown");
  return content;
}

function computeMac({ sessionId, rotation }: RefreshTokenContent, internalKey: string): Buffer {
  return keyedHash(internalKey, "refresh token", sessionId, String(rotation)).subarray(0, MAC_BYTES);
}
