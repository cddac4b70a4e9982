import { fileTypeFromBuffer } from "file-type";
import { isZip, readZip } from "../../office-files/zip-archive.ts";
import { childrenOf, isCompoundFile, readDirectory } from "./compound-file.ts";

const HEAD_BYTES = 4_100;

/** Detects a file's type from its bytes, independently of its name and its declared type. */
export async function findFileType(bytes: Buffer): Promise<string | undefined> {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (isPdf(head)) return "application/pdf";
  if (isCompoundFile(bytes)) return typeOfCompound(bytes);
  if (isZip(bytes)) return typeOfZip(bytes);
  const found = (await fileTypeFromBuffer(head))?.mime;
  // Every PNG viewer shows an animated PNG.
  return found === "image/apng" ? "image/png" : found;
}

/** Some programs write a byte order mark or an empty line before the header. */
function isPdf(head: Buffer): boolean {
  return /^(?:\xef\xbb\xbf)?[ \t\r\n]*%PDF-\d/.test(head.toString("latin1"));
}

function typeOfCompound(bytes: Buffer): string {
  const entries = readDirectory(bytes);
  const isWord = childrenOf(entries, entries[0]).some(({ name }) => name === "WordDocument");
  return isWord ? "application/msword" : "application/x-cfb";
}

function typeOfZip(bytes: Buffer): string {
  const names = readZip(bytes)?.map(({ name }) => name) ?? [];
  const isWord =
    names.includes("[Content_Types].xml") && names.some((name) => /^word\/[^/]+\.xml$/.test(name));
  return isWord
    ? "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
    : "application/zip";
}
