import type { ContentProblem } from "./content-problem.ts";
import { findFileType } from "./find-file-type.ts";
import { findJpegProblem } from "./jpeg.ts";
import { findOldWordProblem } from "./old-word-document.ts";
import { findPdfProblem } from "./pdf.ts";
import { findPngProblem } from "./png.ts";
import { findWebpProblem } from "./webp.ts";
import { findWordProblem } from "./word-document.ts";

type FindProblem = (bytes: Buffer) => ContentProblem | undefined | Promise<ContentProblem | undefined>;

const CHECKS: Readonly<Record<string, FindProblem>> = {
  "application/pdf": findPdfProblem,
  "application/msword": findOldWordProblem,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": findWordProblem,
  "image/jpeg": findJpegProblem,
  "image/png": findPngProblem,
  "image/webp": findWebpProblem,
};

/** Returns why the file cannot be accepted as the declared type, or undefined if it can. */
export async function checkContent(
  bytes: Buffer,
  type: string,
): Promise<ContentProblem | "wrongType" | undefined> {
  if ((await findFileType(bytes)) !== type) return "wrongType";
  return CHECKS[type]?.(bytes);
}
