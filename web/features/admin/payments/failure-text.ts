import { isLost } from "../../../backend/is-lost.ts";
import { refusalText } from "../../../backend/refusal-text.ts";

/** The words of a rule, or of the storage about a file. */
export function failureText(error: Error): string {
  if (isLost(error)) return "The connection was lost. Please look again.";
  if ("status" in error) return error.message;
  return refusalText(error, "This could not be saved. Please try again.");
}
