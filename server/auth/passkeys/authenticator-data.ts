import { decodeCbor } from "./cbor.ts";
import { type PasskeyPublicKey, readPublicKey } from "./public-key.ts";

export interface AuthenticatorData {
  /** The SHA-256 of the relying party's id. */
  readonly relyingPartyHash: Buffer;
  /** Somebody touched the device. */
  readonly isUserPresent: boolean;
  /** The device has checked a fingerprint, a face or the screen lock. */
  readonly isUserVerified: boolean;
  readonly signCount: number;
  /** Only at registration. */
  readonly credential: NewCredential | null;
}

export interface NewCredential {
  readonly id: Buffer;
  readonly publicKey: PasskeyPublicKey;
}

const HEADER_BYTES = 37;
const AAGUID_BYTES = 16;
export const MAX_CREDENTIAL_ID_BYTES = 1_023;

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;
const HAS_EXTENSIONS = 0x80;

/** Reads the authenticator data of WebAuthn level 3, section 6.1. Returns null unless every byte has a meaning. */
export function readAuthenticatorData(bytes: Buffer): AuthenticatorData | null {
  if (bytes.length < HEADER_BYTES) return null;
  const flags = bytes.readUInt8(32);
  const has = (flag: number) => (flags & flag) !== 0;
  if (has(BACKED_UP) && !has(BACKUP_ELIGIBLE)) return null;
  let rest = bytes.subarray(HEADER_BYTES);
  let credential: NewCredential | null = null;
  if (has(HAS_CREDENTIAL)) {
    const read = readCredential(rest);
    if (!read) return null;
    credential = read.credential;
    rest = rest.subarray(read.length);
  }
  if (has(HAS_EXTENSIONS)) {
    const { value, length } = decodeCbor(rest);
    if (!(value instanceof Map)) return null;
    rest = rest.subarray(length);
  }
  if (rest.length > 0) return null;
  return {
    relyingPartyHash: bytes.subarray(0, 32),
    isUserPresent: has(USER_PRESENT),
    isUserVerified: has(USER_VERIFIED),
    signCount: bytes.readUInt32BE(33),
    credential,
  };
}

function readCredential(
  bytes: Buffer,
): { readonly credential: NewCredential; readonly length: number } | null {
  if (bytes.length < AAGUID_BYTES + 2) return null;
  const idLength = bytes.readUInt16BE(AAGUID_BYTES);
  const keyStart = AAGUID_BYTES + 2 + idLength;
  if (idLength === 0 || idLength > MAX_CREDENTIAL_ID_BYTES || bytes.length < keyStart) return null;
  const key = readPublicKey(bytes.subarray(keyStart));
  if (!key) return null;
  const id = bytes.subarray(AAGUID_BYTES + 2, keyStart);
  return { credential: { id, publicKey: key.publicKey }, length: keyStart + key.length };
}
