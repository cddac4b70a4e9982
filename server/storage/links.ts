import { createHmac } from "node:crypto";
import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { refusal } from "./errors.ts";
import type { ObjectPath } from "./objects.ts";

const SCOPE = "download";

/** Signs that whoever holds a link may read one object for a while. Nobody's session has a part in it. */
export class Links {
  readonly #key: Buffer;

  constructor(linkKey: string) {
    // A key of its own, so that what is signed elsewhere with the same secret never opens a file.
    this.#key = createHmac("sha256", linkKey).update("storage links").digest();
  }

  /** The address below /storage/v1, with the name as it is: the official client encodes it. */
  async sign({ bucket, name }: ObjectPath, seconds: number): Promise<string> {
    const url = `${bucket}/${name}`;
    const issuedAt = Math.floor(Date.now() / 1000);
    const token = await new SignJWT({ url, scope: SCOPE, iat: issuedAt, exp: issuedAt + seconds })
      .setProtectedHeader({ alg: "HS256" })
      .sign(this.#key);
    return `/object/sign/${url}?token=${token}`;
  }

  async verify(token: string, { bucket, name }: ObjectPath): Promise<void> {
    const { url, scope } = await this.#open(token);
    if (url !== `${bucket}/${name}` || scope !== SCOPE) throw refusal("linkOfAnother");
  }

  async #open(token: string): Promise<JWTPayload> {
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
