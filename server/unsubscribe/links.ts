import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../tokens/keyed-hash.ts";

/** Whoever holds a student's mail may turn his mails off, without a login and for as long as the mail exists. */
export class UnsubscribeLinks {
  readonly #siteUrl: string;
  readonly #internalKey: string;

  constructor(siteUrl: string, internalKey: string) {
    this.#siteUrl = siteUrl;
    this.#internalKey = internalKey;
  }

  readonly linkFor = (userId: string): string =>
    `${this.#siteUrl}/unsubscribe/v1?token=${userId}.${this.#proof(userId).toString("base64url")}`;

  /** Undefined where the token is not one of ours. */
  findUser(token: string): string | undefined {
    const [userId = "", proof = ""] = token.split(".");
    const given = Buffer.from(proof, "base64url");
    const right = this.#proof(userId);
    return given.length === right.length && timingSafeEqual(given, right) ? userId : undefined;
  }

  #proof(userId: string): Buffer {
    return keyedHash(this.#internalKey, "unsubscribe", userId);
  }
}
