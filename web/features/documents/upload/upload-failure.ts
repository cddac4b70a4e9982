import { hasResponse } from "../../../backend/error-response.ts";

export const SHRINKING_FAILED = "Image compression failed.";
const NOT_SENT = "The connection was lost before the file arrived. The file is still here: try again.";

/** The status of a refusal because of what the file contains. */
const UNSAFE_CONTENT = 422;

export interface UploadFailure {
  readonly text: string;
  /** A retry with the same file cannot succeed. */
  readonly isFinal: boolean;
}

/** Returns the text for a failed upload: the server's message if there is one. */
export function uploadFailure(error: unknown): UploadFailure {
  if (!hasResponse(error)) return { text: NOT_SENT, isFinal: false };
  const [, type] = /^the contents of this file are not of type (\S+)$/.exec(error.message) ?? [];
  if (type)
    return {
      text: `This is not a ${TYPE_NAMES[type] ?? "file of that type"}, although its name says so. Please choose another file.`,
      isFinal: true,
    };
  if ("status" in error && error.status === UNSAFE_CONTENT) return { text: error.message, isFinal: true };
  const isFull = /row-level security/i.test(error.message);
  return { text: isFull ? "You can upload a maximum of 5 documents." : error.message, isFinal: false };
}

const WORD_TYPE = "Word document";
const TYPE_NAMES: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "application/msword": WORD_TYPE,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": WORD_TYPE,
  "image/jpeg": "JPEG picture",
  "image/png": "PNG picture",
  "image/webp": "WebP picture",
};
