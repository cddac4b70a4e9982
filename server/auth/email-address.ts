import { refusal } from "./errors.ts";

/** What a browser's own e-mail field takes: also what can be put into a mail's header as it stands. */
const FORMAT =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const LONGEST = 255;

/** The address as it is stored and compared, or null where it is none. */
export function normalizeEmail(given: string): string | null {
  const email = given.toLowerCase();
  return email.length <= LONGEST && FORMAT.test(email) ? email : null;
}

export function requireEmail(given: string): string {
  const email = normalizeEmail(given);
  if (email === null) throw refusal("emailInvalid");
  return email;
}
