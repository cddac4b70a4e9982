import type { FileHandle } from "node:fs/promises";
import { readAt } from "./read-at.ts";

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const END_SIGNATURE = 0x0605_4b50;
const ENTRY_BYTES = 46;
const ENTRY_SIGNATURE = 0x0201_4b50;
/** A document has a few dozen entries. An archive with a longer central directory is not a document. */
const MAX_DIRECTORY_BYTES = 1024 * 1024;

export function isZip(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === 0x0403_4b50;
}

/** Reads the names in the central directory at the end of an archive, without unpacking anything. */
export async function readZipNames(file: FileHandle, bytes: number): Promise<string[]> {
  const tailBytes = Math.min(bytes, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(file, bytes - tailBytes, tailBytes);
  const end = findEnd(tail);
  if (end === undefined) return [];
  const directoryBytes = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (directoryBytes > MAX_DIRECTORY_BYTES || start + directoryBytes > bytes) return [];
  return parseNames(await readAt(file, start, directoryBytes));
}

function findEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--)
    if (tail.readUInt32LE(at) === END_SIGNATURE) return at;
  return undefined;
}

function parseNames(directory: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= directory.length && directory.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nameBytes = directory.readUInt16LE(at + 28);
    const extraBytes = directory.readUInt16LE(at + 30);
    const commentBytes = directory.readUInt16LE(at + 32);
    names.push(directory.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
  return names;
}
