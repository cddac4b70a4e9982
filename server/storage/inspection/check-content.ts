import type { ContentProblem } from "./content-problem.ts";
import { findFileType } from "./find-file-type.ts";
import { readJpegSize } from "./jpeg.ts";
import { findOldWordProblem } from "./old-word-document.ts";
import { findPdfProblem } from "./pdf.ts";
import { findDecodingProblem, type PictureType } from "./picture-decoder.ts";
import { findSizeProblem, type PictureSize } from "./pixels.ts";
import { readPngSize } from "./png.ts";
import { readWebpSize } from "./webp.ts";
import { findWordProblem } from "./word-document.ts";

type FindProblem = (bytes: Buffer) => ContentProblem | undefined | Promise<ContentProblem | undefined>;

const CHECKS: Readonly<Record<string, FindProblem>> = {
  "application/pdf": findPdfProblem,
  "application/msword": findOldWordProblem,
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": findWordProblem,
  "image/jpeg": pictureCheck("image/jpeg", readJpegSize),
  "image/png": pictureCheck("image/png", readPngSize),
  "image/webp": pictureCheck("image/webp", readWebpSize),
};

type ReadSize = (bytes: Buffer) => PictureSize | ContentProblem | Promise<PictureSize | ContentProblem>;

/** The size is checked before a picture is decoded. */
function pictureCheck(type: PictureType, readSize: ReadSize): FindProblem {
  return async (bytes) => {
    const size = await readSize(bytes);
    if (typeof size === "string") return size;
    return findSizeProblem(size) ?? findDecodingProblem(bytes, type, size);
  };
}

/** Returns why the file cannot be accepted as the declared type, or undefined if it can. */
export async function checkContent(
  bytes: Buffer,
  type: string,
): Promise<ContentProblem | "wrongType" | undefined> {
  if ((await findFileType(bytes)) !== type) return "wrongType";
  return CHECKS[type]?.(bytes);
}
