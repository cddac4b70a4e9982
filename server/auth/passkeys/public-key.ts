import { createPublicKey, type JsonWebKeyInput, verify } from "node:crypto";
import { type CborMap, type CborValue, decodeCbor } from "./cbor.ts";

/** The identifiers of COSE, best first: Ed25519, ECDSA with P-256, RSA PKCS #1 of older Windows devices. */
export const ALGORITHMS = [-8, -7, -257] as const;
export type Algorithm = (typeof ALGORITHMS)[number];

export interface PasskeyPublicKey {
  readonly algorithm: Algorithm;
  /** The key in DER (SubjectPublicKeyInfo). */
  readonly der: Buffer;
}

// The labels of a COSE key (RFC 9053).
const KEY_TYPE = 1;
const ALGORITHM = 3;
const CURVE = -1;
const X = -2;
const Y = -3;
const MODULUS = -1;
const EXPONENT = -2;

const OKP = 1;
const EC2 = 2;
const RSA = 3;
const P256 = 1;
const ED25519 = 6;

/** From 2048 to 4096 bits: larger ones make each check expensive. */
const MIN_MODULUS_BYTES = 256;
const MAX_MODULUS_BYTES = 512;
/** 65537, which every authenticator uses. A large exponent would make each check expensive. */
const RSA_EXPONENT = Buffer.from([1, 0, 1]);

/** Reads the COSE key at the start of the bytes. Returns null if its kind is not supported. */
export function readPublicKey(
  bytes: Buffer,
): { readonly publicKey: PasskeyPublicKey; readonly length: number } | null {
  const { value, length } = decodeCbor(bytes);
  if (!(value instanceof Map)) return null;
  const algorithm = ALGORITHMS.find((known) => known === value.get(ALGORITHM));
  const key = algorithm && toJwk(algorithm, value as CborMap);
  if (!key) return null;
  try {
    // Refuses a point that is not on the curve.
    const der = createPublicKey({ key, format: "jwk" }).export({ type: "spki", format: "der" });
    return { publicKey: { algorithm, der }, length };
  } catch {
    return null;
  }
}

function toJwk(algorithm: Algorithm, key: CborMap): JsonWebKeyInput["key"] | null {
  const type = key.get(KEY_TYPE);
  switch (algorithm) {
    case -8: {
      const x = findBytes(key.get(X), 32);
      return type === OKP && key.get(CURVE) === ED25519 && x ? { kty: "OKP", crv: "Ed25519", x } : null;
    }
    case -7: {
      const [x, y] = [findBytes(key.get(X), 32), findBytes(key.get(Y), 32)];
      return type === EC2 && key.get(CURVE) === P256 && x && y ? { kty: "EC", crv: "P-256", x, y } : null;
    }
    case -257: {
      const n = findBytes(key.get(MODULUS), MIN_MODULUS_BYTES, MAX_MODULUS_BYTES);
      const exponent = key.get(EXPONENT);
      const hasUsualExponent = Buffer.isBuffer(exponent) && exponent.equals(RSA_EXPONENT);
      return type === RSA && n && hasUsualExponent
        ? { kty: "RSA", n, e: RSA_EXPONENT.toString("base64url") }
        : null;
    }
  }
}

function findBytes(value: CborValue | undefined, min: number, max = min): string | null {
  const isFitting = Buffer.isBuffer(value) && value.length >= min && value.length <= max;
  return isFitting ? value.toString("base64url") : null;
}

export function isSignedBy({ algorithm, der }: PasskeyPublicKey, data: Buffer, signature: Buffer): boolean {
  const key = createPublicKey({ key: der, format: "der", type: "spki" });
  return verify(algorithm === -8 ? null : "sha256", data, key, signature);
}
