import { hasResponse } from "../requests/upload-document.ts";

export const SHRINKING_FAILED = "Image compression failed.";
const NOT_SENT = "The connection was lost before the file arrived. It is still here: try again.";

export interface Failure {
  readonly text: string;
  /** The same file will not be taken at another try either. */
  readonly isFinal: boolean;
}

/** What the student reads about an upload that did not succeed: the backend's own words, where there are any. */
export function uploadProblem(error: unknown): Failure {
  if (!hasResponse(error)) return { text: NOT_SENT, isFinal: false };
  const [, type] = /^the contents of this file are not of type (\S+)$/.exec(error.message) ?? [];
  if (type)
    return {
      text: `This is not a ${TYPE_NAMES[type] ?? "file of its kind"}, whatever its name says. Please choose another file.`,
      isFinal: true,
    };
  const isFull = /row-level security/i.test(error.message);
  return { text: isFull ? "You can upload a maximum of 5 documents." : error.message, isFinal: false };
}

const WORD = "Word document";
const TYPE_NAMES: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "application/msword": WORD,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": WORD,
  "image/jpeg": "JPEG picture",
  "image/png": "PNG picture",
  "image/webp": "WebP picture",
};
