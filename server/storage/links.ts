import { createHmac } from "node:crypto";
import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { DOCUMENT_LINK_SECONDS } from "../../domain/documents.ts";
import type { Caller } from "../postgres/database.ts";
import type { InternalKey, InternalKeys } from "../tokens/keyed-hash.ts";
import { refusal } from "./errors.ts";
import type { ObjectPath } from "./objects.ts";

const SCOPE = "download";
/** Longer links of the secret key end when the internal key has been replaced for this long, or with the secret key. */
const SECRET_KEY_LINK_SECONDS = 30 * 86_400;

/** The claims of the creator that the rules in the database read. */
const CREATOR_CLAIMS = ["sub", "session_id", "aal"] as const;

/**
 * Signed links. Anyone who has a link may read its object until it expires, as its creator: the link ends with the session
 * that made it, and with the creator's right to see the object.
 */
export class Links {
  readonly #keys: InternalKeys;
  readonly #secretKey: string;

  constructor(keys: InternalKeys, secretKey: string) {
    this.#keys = keys;
    this.#secretKey = secretKey;
  }

  /** Returns a path below /storage/v1. The name is not encoded, because the official client encodes it. */
  async sign({ role, claims }: Caller, { bucket, name }: ObjectPath, seconds: number): Promise<string> {
    const url = `${bucket}/${name}`;
    const issuedAt = Math.floor(Date.now() / 1000);
    const creator = Object.fromEntries(CREATOR_CLAIMS.map((claim) => [claim, claims[claim]]));
    const token = await new SignJWT({
      ...creator,
      url,
      scope: SCOPE,
      role,
      iat: issuedAt,
      exp: issuedAt + seconds,
    })
      .setProtectedHeader({ alg: "HS256" })
      .sign(this.#deriveKey(this.#keys.current, role));
    return `/object/sign/${url}?token=${token}`;
  }

  /** Returns the creator of the link. */
  async verify(token: string, { bucket, name }: ObjectPath): Promise<Caller> {
    const { url, scope, role, sub, session_id, aal } = await this.#verifySignature(token);
    if (url !== `${bucket}/${name}` || scope !== SCOPE) throw refusal("wrongLink");
    if (role === "service_role") return { role, claims: { role } };
    if (role === "authenticated") return { role, claims: { role, sub, session_id, aal } };
    throw refusal("badLink");
  }

  async #verifySignature(token: string): Promise<JWTPayload> {
    const failures: unknown[] = [];
    const role = readRole(token);
    const seconds = role === "service_role" ? SECRET_KEY_LINK_SECONDS : DOCUMENT_LINK_SECONDS;
    for (const key of this.#keys.valid(seconds)) {
      try {
        const { payload } = await jwtVerify(token, this.#deriveKey(key, role), {
          algorithms: ["HS256"],
          requiredClaims: ["exp"],
        });
        return payload;
      } catch (error) {
        failures.push(error);
      }
    }
    const expired = failures.find((error) => error instanceof errors.JWTExpired);
    throw refusal(expired ? "expiredLink" : "badLink", { cause: expired ?? failures[0] });
  }

  /**
   * Derives a key of its own, so that a token signed elsewhere with the same secret never opens a file. Links of the
   * secret key, which may last, end when it is replaced, and cannot be made with a stolen internal key alone.
   */
  #deriveKey({ key }: InternalKey, role: unknown): Buffer {
    const isOfSecretKey = role === "service_role";
    return createHmac("sha256", key)
      .update(isOfSecretKey ? `storage links of ${this.#secretKey}` : "storage links")
      .digest();
  }
}

/** Only chooses the key: the signature under it proves the role. */
function readRole(token: string): unknown {
  try {
    return decodeJwt(token).role;
  } catch {
    return undefined;
  }
}
