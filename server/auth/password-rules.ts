import { refusal } from "./errors.ts";

const MIN_CHARACTERS = 8;
/** The limit of the protocol. */
const MAX_BYTES = 72;

export function requireStrongPassword(password: string): void {
  if (Buffer.byteLength(password) > MAX_BYTES) throw refusal("passwordTooLong");
  if ([...password].length < MIN_CHARACTERS) throw refusal("passwordTooShort");
}
