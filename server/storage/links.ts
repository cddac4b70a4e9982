import { createHmac } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { refusal } from "./errors.ts";
import type { ObjectPath } from "./objects.ts";

const SCOPE = "download";

/** Signed links. Anyone who has a link may read its object until it expires, without a session. */
export class Links {
  readonly #key: Buffer;

  constructor(linkKey: string) {
    // A derived key, so that a token signed elsewhere with the same secret never opens a file.
    this.#key = createHmac("sha256", linkKey).update("storage links").digest();
  }

  /** Returns a path below /storage/v1. The name is not encoded, because the official client encodes it. */
  async sign({ bucket, name }: ObjectPath, seconds: number): Promise<string> {
    const url = `${bucket}/${name}`;
    const issuedAt = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({ url, scope: SCOPE, iat: issuedAt, exp: issuedAt + seconds })
      .setProtectedHeader({ alg: "HS256" })
      .sign(this.#key);
    return `/object/sign/${url}?token=${token}`;
  }

  async verify(token: string, { bucket, name }: ObjectPath): Promise<void> {
    const { url, scope } = await this.#verifySignature(token);
    if (url !== `${bucket}/${name}` || scope !== SCOPE) throw refusal("wrongLink");
  }

  async #verifySignature(token: string): Promise<JWTPayload> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ["HS256"],
        requiredClaims: ["exp"],
      });
      return payload;
    } catch (cause) {
      throw refusal(cause instanceof errors.JWTExpired ? "expiredLink" : "badLink", { cause });
    }
  }
}
