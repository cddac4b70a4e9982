import {
  createLocalJWKSet,
  errors,
  importJWK,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  SignJWT,
} from "jose";
import type { SigningKey } from "../secrets.ts";

export type TokenErrorReason = "malformed" | "unknown key" | "bad signature" | "expired" | "bad claims";

export class TokenError extends Error {
  readonly reason: TokenErrorReason;
  constructor(reason: TokenErrorReason, cause?: unknown) {
    super(`token refused: ${reason}`, { cause });
    this.reason = reason;
  }
}

const MAX_CACHED_TOKENS = 10_000;

/** Signs and verifies access tokens (ES256). The first key signs; every key verifies. */
export class Tokens {
  readonly #keys: readonly SigningKey[];
  readonly #keySet: ReturnType<typeof createLocalJWKSet>;
  readonly #issuer: string;
  /** Tokens whose signature is valid. It stays valid, so only the expiry is checked again. */
  readonly #verified = new Map<string, JWTPayload>();

  constructor(keys: readonly SigningKey[], issuer: string) {
    this.#keys = keys;
    this.#issuer = issuer;
    this.#keySet = createLocalJWKSet(this.jwks());
  }

  /** Returns the public keys for /.well-known/jwks.json. */
  jwks(): JSONWebKeySet {
    return {
      keys: this.#keys.map(({ d: _, ...publicKey }) => ({
        ...publicKey,
        alg: "ES256",
        use: "sig",
        key_ops: ["verify"],
      })),
    };
  }

  async sign(claims: JWTPayload, lifetimeSeconds: number): Promise<{ token: string; expiresAt: number }> {
    const [key] = this.#keys as [SigningKey];
    const issuedAt = Math.floor(Date.now() / 1000);
    const expiresAt = issuedAt + lifetimeSeconds;
    const token = await new SignJWT({ ...claims, iss: this.#issuer, iat: issuedAt, exp: expiresAt })
      .setProtectedHeader({ alg: "ES256", kid: key.kid, typ: "JWT" })
      .sign(await importJWK(key, "ES256"));
    return { token, expiresAt };
  }

  async verify(token: string, options: { leewaySeconds?: number } = {}): Promise<JWTPayload> {
    const claims = this.#verified.get(token) ?? (await this.#verifySignature(token));
    if ((claims.exp ?? 0) + (options.leewaySeconds ?? 0) <= Date.now() / 1000)
      throw new TokenError("expired");
    return claims;
  }

  async #verifySignature(token: string): Promise<JWTPayload> {
    try {
      // Callers differ in their leeway, so `verify` checks the expiry.
      const { payload } = await jwtVerify(token, this.#keySet, {
        algorithms: ["ES256"],
        issuer: this.#issuer,
        audience: "authenticated",
        requiredClaims: ["sub", "exp", "role"],
        currentDate: new Date(0),
      });
      if (this.#verified.size >= MAX_CACHED_TOKENS)
        this.#verified.delete(this.#verified.keys().next().value as string);
      this.#verified.set(token, payload);
      return payload;
    } catch (error) {
      throw new TokenError(toReason(error), error);
    }
  }
}

function toReason(error: unknown): TokenErrorReason {
  if (error instanceof errors.JWSSignatureVerificationFailed) return "bad signature";
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JOSEAlgNotAllowed)
    return "unknown key";
  if (error instanceof errors.JWTClaimValidationFailed) return "bad claims";
  return "malformed";
}
