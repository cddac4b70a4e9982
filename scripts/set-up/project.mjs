import path from "node:path";

export const root = path.dirname(path.dirname(import.meta.dirname));

/** A problem that the developer can fix. Its message is printed without a stack. */
export class SetUpError extends Error {}

/** Prints progress to standard error, so that the standard output of a command can be piped.
 * @param {string} text */
export function say(text) {
  console.error(text);
}
