import type { FileHandle } from "node:fs/promises";
import { fileTypeFromBuffer } from "file-type";
import { isCompoundFile, readRootStreams } from "./compound-file.ts";
import { readAt } from "./read-at.ts";
import { isZip, readZipNames } from "./read-zip-names.ts";

const HEAD_BYTES = 4_100;

/** Detects a file's type from its bytes, independently of its name and its declared type. */
export async function findFileType(file: FileHandle, bytes: number): Promise<string | undefined> {
  const head = await readAt(file, 0, Math.min(HEAD_BYTES, bytes));
  if (isPdf(head)) return "application/pdf";
  if (isCompoundFile(head)) return typeOfCompound(await readRootStreams(file, head));
  if (isZip(head)) return typeOfZip(await readZipNames(file, bytes));
  const found = (await fileTypeFromBuffer(head))?.mime;
  // Every PNG viewer shows an animated PNG.
  return found === "image/apng" ? "image/png" : found;
}

/** Some programs write a byte order mark or an empty line before the header. */
function isPdf(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?[ \t\r\n]*%PDF-\d/.test(head.toString("latin1"));
}

function typeOfCompound(streams: readonly string[]): string {
  return streams.includes("WordDocument") ? "application/msword" : "application/x-cfb";
}

/** A Word document with macros is a different type, which is not accepted. */
function typeOfZip(names: readonly string[]): string {
  const isWord =
    names.includes("[Content_Types].xml") && names.some((name) => /^word\/[^/]+\.xml$/.test(name));
  return isWord && !names.some((name) => name.endsWith("vbaProject.bin"))
    ? "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    : "application/zip";
}
