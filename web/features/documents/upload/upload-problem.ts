import { hasAnswer } from "../requests/upload-document.ts";

export const SHRINKING_FAILED = "Image compression failed.";
const NOT_SENT = "The connection was lost before the file arrived. It is still here: try again.";

/** What the student reads about an upload that did not succeed: the backend's own words, where there are any. */
export function uploadProblem(error: unknown): string {
  if (!hasAnswer(error)) return NOT_SENT;
  if (/row-level security/i.test(error.message)) return "You can upload a maximum of 5 documents.";
  return error.message;
}
