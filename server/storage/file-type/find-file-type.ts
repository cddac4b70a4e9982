import type { FileHandle } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { isCompoundFile, rootStreams } from "./compound-file.ts";
import { readAt } from "./read-at.ts";
import { isZip, zipNames } from "./zip-names.ts";

const HEAD_BYTES = 4_100;

/** What a file is by its bytes, whatever its name and its sender say; undefined when nothing is recognised. */
export async function findFileType(file: FileHandle, bytes: number): Promise<string | undefined> {
  const head = await readAt(file, 0, Math.min(HEAD_BYTES, bytes));
  if (isPdf(head)) return "application/pdf";
  if (isCompoundFile(head)) return typeOfCompound(await rootStreams(file, head));
  if (isZip(head)) return typeOfZip(await zipNames(file, bytes));
  const found = (await fileTypeFromBuffer(head))?.mime;
  // An animated PNG is one that any viewer of PNGs shows.
  return found === "image/apng" ? "image/png" : found;
}

/** Some programs put a byte order mark or an empty line before the first words. */
function isPdf(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?[ \t\r\n]*%PDF-\d/.test(head.toString("latin1"));
}

function typeOfCompound(streams: readonly string[]): string {
  return streams.includes("WordDocument") ? "application/msword" : "application/x-cfb";
}

/** With macros inside it is another type, and one that nobody should be sent. */
function typeOfZip(names: readonly string[]): string {
  const isWord =
    names.includes("[Content_Types].xml") && names.some((name) => /^word\/[^/]+\.xml$/.test(name));
  return isWord && !names.some((name) => name.endsWith("vbaProject.bin"))
    ? "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    : "application/zip";
}
