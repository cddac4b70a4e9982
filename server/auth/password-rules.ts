import { refusal } from "./errors.ts";

const SHORTEST_CHARACTERS = 8;
/** The wire format's own bound. */
const LONGEST_BYTES = 72;

export function requireStrongPassword(password: string): void {
  if (Buffer.byteLength(password) > LONGEST_BYTES) throw refusal("passwordTooLong");
  if ([...password].length < SHORTEST_CHARACTERS) throw refusal("passwordTooShort");
}
