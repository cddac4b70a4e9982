import { timingSafeEqual } from "node:crypto";
import { type InternalKeys, keyedHash, validKeyedHashes } from "../tokens/keyed-hash.ts";

const PURPOSE = "mail";
const SIGNATURE_BYTES = 16;
/** A mail server gives up after a week at the latest. */
const VALID_SECONDS = 60 * 86_400;

/**
 * Signs each mail, so that only somebody who has the mail can report that it came back: the token names the mail, and is
 * valid for the address that it was sent to alone. Nothing has to be stored for it.
 */
export class MailTokens {
  readonly #keys: InternalKeys;

  constructor(keys: InternalKeys) {
    this.#keys = keys;
  }

  readonly tokenFor = (id: string, address: string): string =>
    `${id}.${shorten(keyedHash(this.#keys, PURPOSE, id, address.toLowerCase())).toString("hex")}`;

  /** Returns the id of the mail, if the token is of a mail that was sent to the address. */
  findMail(token: string, address: string): string | undefined {
    const [, id, signature] = /^([0-9a-f-]{36})\.([0-9a-f]{32})$/.exec(token) ?? [];
    if (id === undefined || signature === undefined) return undefined;
    const given = Buffer.from(signature, "hex");
    const isValid = validKeyedHashes(this.#keys, VALID_SECONDS, PURPOSE, id, address.toLowerCase()).some(
      (expected) => timingSafeEqual(given, shorten(expected)),
    );
    return isValid ? id : undefined;
  }
}

const shorten = (hash: Buffer): Buffer => hash.subarray(0, SIGNATURE_BYTES);
