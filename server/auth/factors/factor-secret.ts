import { decrypt, encrypt } from "../../tokens/encryption.ts";
import type { InternalKeys } from "../../tokens/keyed-hash.ts";

const PURPOSE = "factor secret";

/** Encrypts the secret of an authenticator app for the row of this user. */
export function encryptSecret(keys: InternalKeys, userId: string, secret: string): string {
  return encrypt(keys, PURPOSE, userId, secret);
}

/** Also reads secrets from before a rotation of the key, however long ago. */
export function decryptSecret(keys: InternalKeys, userId: string, encrypted: string): string {
  const secret = decrypt(keys, Number.POSITIVE_INFINITY, PURPOSE, userId, encrypted);
  if (secret === undefined) throw new Error("the secret of a factor was encrypted with a key that is lost");
  return secret;
}
