import { createHmac } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { Caller } from "../postgres/database.ts";
import type { InternalKey, InternalKeys } from "../tokens/keyed-hash.ts";
import { refusal } from "./errors.ts";
import type { ObjectPath } from "./objects.ts";

const SCOPE = "download";
/** Longer than any link but those that the secret key requests. */
const REPLACED_KEY_SECONDS = 30 * 86_400;

/** The claims of the creator that the rules in the database read. */
const CREATOR_CLAIMS = ["sub", "session_id", "aal"] as const;

/**
 * Signed links. Anyone who has a link may read its object until it expires, as its creator: the link ends with the session
 * that made it, and with the creator's right to see the object.
 */
export class Links {
  readonly #keys: InternalKeys;

  constructor(keys: InternalKeys) {
    this.#keys = keys;
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
      .sign(deriveKey(this.#keys.current));
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
    for (const key of this.#keys.valid(REPLACED_KEY_SECONDS)) {
      try {
        const { payload } = await jwtVerify(token, deriveKey(key), {
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
}

/** Derives a key of its own, so that a token signed elsewhere with the same secret never opens a file. */
function deriveKey({ key }: InternalKey): Buffer {
  return createHmac("sha256", key).update("storage links").digest();
}
