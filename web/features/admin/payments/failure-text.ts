import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";

/** Returns the text of a refusal by a rule, or by the storage service about a file. */
export function failureText(error: Error): string {
  if (isLost(error)) return "The connection was lost. Please look again.";
  if ("status" in error) return error.message;
  return refusalText(error, "This could not be saved. Please try again.");
}
