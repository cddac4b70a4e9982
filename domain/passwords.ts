export const MIN_PASSWORD_CHARACTERS = 8;
export const MAX_PASSWORD_CHARACTERS = 200;

/** The owner's own data: anybody who knows the owner would try them first. */
export interface PasswordOwner {
  readonly email?: string | undefined;
  readonly names?: readonly string[] | undefined;
  readonly phone?: string | undefined;
}

export type PasswordRefusal = "too short" | "too long" | "own data" | "common";

export const PASSWORD_REFUSAL_TEXTS: Readonly<Record<PasswordRefusal, string>> = {
  "too short": `Password should be at least ${MIN_PASSWORD_CHARACTERS} characters.`,
  "too long": `Password cannot be longer than ${MAX_PASSWORD_CHARACTERS} characters`,
  "own data": "Please choose a password that is not made of your name, email or phone number.",
  common:
    "This is one of the most common passwords, and the first that a stranger would try. Please choose another.",
};

/** Returns the form that is stored: one password has several spellings in Unicode, depending on the keyboard. */
export function normalizePassword(password: string): string {
  return password.normalize("NFC");
}

/** Returns which rule the password breaks. A list of common passwords is only on the server. */
export function findPasswordRefusal(password: string, owner: PasswordOwner = {}): PasswordRefusal | null {
  const { length } = [...normalizePassword(password)];
  if (length < MIN_PASSWORD_CHARACTERS) return "too short";
  if (length > MAX_PASSWORD_CHARACTERS) return "too long";
  return isMadeOfOwnData(password, owner) ? "own data" : null;
}

/** Fewer further characters than this do not make a password of one's own data any better: "asharao123". */
const MIN_OTHER_CHARACTERS = 4;
const MIN_PART_CHARACTERS = 3;

function isMadeOfOwnData(password: string, { email = "", names = [], phone = "" }: PasswordOwner): boolean {
  const parts = [
    email,
    ...email.split(/[@.+_-]/),
    ...names,
    ...names.flatMap((name) => name.split(/\s/)),
    phone,
    phone.slice(-10),
  ]
    .map(reduce)
    .filter((part) => [...part].length >= MIN_PART_CHARACTERS)
    .sort((one, other) => other.length - one.length);
  const plain = reduce(password);
  const rest = parts.reduce((text, part) => text.replaceAll(part, ""), plain);
  return rest !== plain && [...rest].length < MIN_OTHER_CHARACTERS;
}

/** Letters and digits only, in lower case. Combining marks stay, because Indian scripts write vowels with them. */
function reduce(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}
