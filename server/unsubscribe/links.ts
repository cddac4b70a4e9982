import { timingSafeEqual } from "node:crypto";
import { type InternalKeys, keyedHash, validKeyedHashes } from "../tokens/keyed-hash.ts";

const PURPOSE = "unsubscribe";

/** Signed links to unsubscribe. Anyone who has a student's mail may use its link, without a login and at any time. */
export class UnsubscribeLinks {
  readonly #siteUrl: string;
  readonly #keys: InternalKeys;

  constructor(siteUrl: string, keys: InternalKeys) {
    this.#siteUrl = siteUrl;
    this.#keys = keys;
  }

  readonly linkFor = (userId: string): string =>
    `${this.#siteUrl}/unsubscribe/v1?token=${userId}.${keyedHash(this.#keys, PURPOSE, userId).toString("base64url")}`;

  findUser(token: string): string | undefined {
    const [userId = "", signature = ""] = token.split(".");
    const given = Buffer.from(signature, "base64url");
    // Mails are kept for years, and so are the keys that signed their links.
    const isValid = validKeyedHashes(this.#keys, Number.POSITIVE_INFINITY, PURPOSE, userId).some(
      (expected) => given.length === expected.length && timingSafeEqual(given, expected),
    );
    return isValid ? userId : undefined;
  }
}
