import path from "node:path";

export const root = path.dirname(path.dirname(import.meta.dirname));

/** Something that the person at the keyboard can mend: printed as it is, without a stack. */
export class SetUpError extends Error {}

/** Progress goes to standard error, so that what a command prints on standard output can be piped on.
 * @param {string} text */
export function say(text) {
  console.error(text);
}
