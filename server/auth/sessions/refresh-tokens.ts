import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../../tokens/keyed-hash.ts";
import { refusal } from "../errors.ts";

/** One use of one session: tokens are numbered from 0, and using one makes the next the live one. */
export interface RefreshTokenContent {
  readonly sessionId: string;
  readonly turn: number;
}

// A token is the session's id, its turn, and a keyed hash of the two. So none is stored, and whoever reads the database
// cannot make one (docs/decisions/refresh-tokens.md).
const ID_BYTES = 16;
const TURN_BYTES = 4;
const SEAL_BYTES = 24;

export function encodeRefreshToken(turn: RefreshTokenContent, internalKey: string): string {
  const head = Buffer.alloc(ID_BYTES + TURN_BYTES);
  head.write(turn.sessionId.replaceAll("-", ""), "hex");
  head.writeUInt32BE(turn.turn, ID_BYTES);
  return Buffer.concat([head, sealOf(turn, internalKey)]).toString("base64url");
}

export function decodeRefreshToken(token: string, internalKey: string): RefreshTokenContent {
  // The shape that other servers of this protocol hand out: well formed, only none of ours.
  if (/^[a-z0-9]{12}$/.test(token)) throw refusal("refreshTokenUnknown");
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== ID_BYTES + TURN_BYTES + SEAL_BYTES || bytes.toString("base64url") !== token)
    throw refusal("refreshTokenInvalid");
  const turn: RefreshTokenContent = {
    sessionId: bytes
      .toString("hex", 0, ID_BYTES)
      .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
    turn: bytes.readUInt32BE(ID_BYTES),
  };
  const seal = bytes.subarray(ID_BYTES + TURN_BYTES);
  if (!timingSafeEqual(seal, sealOf(turn, internalKey))) throw refusal("refreshTokenUnknown");
  return turn;
}

function sealOf({ sessionId, turn }: RefreshTokenContent, internalKey: string): Buffer {
  return keyedHash(internalKey, "refresh token", sessionId, String(turn)).subarray(0, SEAL_BYTES);
}
