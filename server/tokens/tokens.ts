import {
  createLocalJWKSet,
  decodeJwt,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import type { SigningKey } from "../secrets.ts";
import type { KeyRing } from "./key-ring.ts";

export type TokenErrorReason = "malformed" | "unknown key" | "bad signature" | "expired" | "bad claims";

export class TokenError extends Error {
  readonly reason: TokenErrorReason;
  constructor(reason: TokenErrorReason, cause?: unknown) {
    super(`token refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

const MAX_CACHED_TOKENS = 10_000;

/** The longest time for which an access token is valid. */
export const ACCESS_TOKEN_SECONDS = 3600;
/** A replaced key verifies as long as its last token is valid, with the leeway of callers and clocks that differ. */
export const REPLACED_SIGNING_KEY_SECONDS = ACCESS_TOKEN_SECONDS + 120;

/** Signs and verifies access tokens (ES256). */
export class Tokens {
  readonly #keys: KeyRing<SigningKey>;
  readonly #issuer: string;
  /** Tokens that were signed or verified here. A signature stays valid, so only the expiry is checked again. */
  readonly #verified = new Map<string, JWTPayload>();
  #keySet:
    | { readonly keys: readonly SigningKey[]; readonly find: ReturnType<typeof createLocalJWKSet> }
    | undefined;

  constructor(keys: KeyRing<SigningKey>, issuer: string) {
    this.#keys = keys;
    this.#issuer = issuer;
  }

  /** Returns the public keys for /.well-known/jwks.json. */
  jwks(): JSONWebKeySet {
    return {
      keys: this.#validKeys().map((key) => ({
        ...publicPart(key),
        alg: "ES256",
        use: "sig",
        key_ops: ["verify"],
      })),
    };
  }

  /** Tells whether the signature of the token need not be checked. */
  isKnown(token: string): boolean {
    return this.#verified.has(token);
  }

  async sign(claims: JWTPayload, lifetimeSeconds: number): Promise<{ token: string; expiresAt: number }> {
    this.#updateKeySet();
    const key = this.#keys.current;
    const issuedAt = Math.floor(Date.now() / 1000);
    const expiresAt = issuedAt + lifetimeSeconds;
    const token = await new SignJWT({ ...claims, iss: this.#issuer, iat: issuedAt, exp: expiresAt })
      .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
      .sign(await importJWK(key, "ES256"));
    this.#remember(token, decodeJwt(token));
    return { token, expiresAt };
  }

  async verify(token: string, options: { leewaySeconds?: number } = {}): Promise<JWTPayload> {
    const findKey = this.#updateKeySet();
    const claims = this.#verified.get(token) ?? (await this.#verifySignature(token, findKey));
    if ((claims.exp ?? 0) + (options.leewaySeconds ?? 0) <= Date.now() / 1000)
      throw new TokenError("expired");
    return claims;
  }

  /** Returns the key set. When a key was added or dropped, tokens that were verified before are verified again. */
  #updateKeySet(): ReturnType<typeof createLocalJWKSet> {
    const keys = this.#validKeys();
    const known = this.#keySet;
    if (known?.keys.length === keys.length && known.keys.every((key, index) => key === keys[index]))
      return known.find;
    this.#verified.clear();
    const find = createLocalJWKSet(this.jwks());
    this.#keySet = { keys, find };
    return find;
  }

  #validKeys(): readonly SigningKey[] {
    return this.#keys.valid(REPLACED_SIGNING_KEY_SECONDS);
  }

  async #verifySignature(token: string, findKey: ReturnType<typeof createLocalJWKSet>): Promise<JWTPayload> {
    try {
      // Callers differ in their leeway, so `verify` checks the expiry.
      const { payload } = await jwtVerify(token, findKey, {
        algorithms: ["ES256"],
        issuer: this.#issuer,
        audience: "authenticated",
        requiredClaims: ["sub", "exp", "role"],
        currentDate: new Date(0),
      });
      this.#remember(token, payload);
      return payload;
    } catch (error) {
      throw new TokenError(toReason(error), error);
    }
  }

  #remember(token: string, claims: JWTPayload): void {
    if (this.#verified.size >= MAX_CACHED_TOKENS)
      this.#verified.delete(this.#verified.keys().next().value as string);
    this.#verified.set(token, claims);
  }
}

function publicPart({ d: _, replacedAt: __, ...publicKey }: SigningKey): JWK {
  return publicKey;
}

function toReason(error: unknown): TokenErrorReason {
  if (error instanceof errors.JWSSignatureVerificationFailed) return "bad signature";
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSEAlgNotAllowed)
    return "unknown key";
  if (error instanceof errors.JWTClaimValidationFailed) return "bad claims";
  return "malformed";
}
