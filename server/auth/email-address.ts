import { refusal } from "./errors.ts";

/** The format of a browser's e-mail field. It needs no escaping in a mail header. */
const FORMAT =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const MAX_LENGTH = 255;

/** Returns the address as it is stored and compared, or null if it is invalid. */
export function normalizeEmail(input: string): string | null {
  const email = input.toLowerCase();
  return email.length <= MAX_LENGTH && FORMAT.test(email) ? email : null;
}

export function requireEmail(input: string): string {
  const email = normalizeEmail(input);
  if (email === null) throw refusal("emailInvalid");
  return email;
}
