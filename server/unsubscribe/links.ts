import { timingSafeEqual } from "node:crypto";
import { keyedHash } from "../tokens/keyed-hash.ts";

/** Signed links to unsubscribe. Anyone who has a student's mail may use its link, without a login and at any time. */
export class UnsubscribeLinks {
  readonly #siteUrl: string;
  readonly #internalKey: string;

  constructor(siteUrl: string, internalKey: string) {
    this.#siteUrl = siteUrl;
    this.#internalKey = internalKey;
  }

  readonly linkFor = (userId: string): string =>
    `${this.#siteUrl}/unsubscribe/v1?token=${userId}.${this.#signature(userId).toString("base64url")}`;

  findUser(token: string): string | undefined {
    const [userId = "", signature = ""] = token.split(".");
    const given = Buffer.from(signature, "base64url");
    const expected = this.#signature(userId);
    return given.length === expected.length && timingSafeEqual(given, expected) ? userId : undefined;
  }

  #signature(userId: string): Buffer {
    return keyedHash(this.#internalKey, "unsubscribe", userId);
  }
}
