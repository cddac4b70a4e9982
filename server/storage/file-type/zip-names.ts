import type { FileHandle } from "node:fs/promises";
import { readAt } from "./read-at.ts";

const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;
const END = 0x0605_4b50;
const ENTRY_BYTES = 46;
const ENTRY = 0x0201_4b50;
/** A document has some dozens of entries; a table of contents longer than this belongs to something else. */
const MAX_CONTENTS_BYTES = 1024 * 1024;

export function isZip(head: Buffer): boolean {
  return head.length >= 4 && head.readUInt32LE(0) === 0x0403_4b50;
}

/** The names in the table of contents at the end of an archive; nothing is unpacked. None when there is no such table. */
export async function zipNames(file: FileHandle, bytes: number): Promise<string[]> {
  const tailBytes = Math.min(bytes, END_BYTES + MAX_COMMENT_BYTES);
  const tail = await readAt(file, bytes - tailBytes, tailBytes);
  const end = lastIndexOfEnd(tail);
  if (end === undefined) return [];
  const contentsBytes = tail.readUInt32LE(end + 12);
  const start = tail.readUInt32LE(end + 16);
  if (contentsBytes > MAX_CONTENTS_BYTES || start + contentsBytes > bytes) return [];
  return namesIn(await readAt(file, start, contentsBytes));
}

function lastIndexOfEnd(tail: Buffer): number | undefined {
  for (let at = tail.length - END_BYTES; at >= 0; at--) if (tail.readUInt32LE(at) === END) return at;
  return undefined;
}

function namesIn(contents: Buffer): string[] {
  const names: string[] = [];
  let at = 0;
  while (at + ENTRY_BYTES <= contents.length && contents.readUInt32LE(at) === ENTRY) {
    const nameBytes = contents.readUInt16LE(at + 28);
    const extraBytes = contents.readUInt16LE(at + 30);
    const commentBytes = contents.readUInt16LE(at + 32);
    names.push(contents.toString("utf8", at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes));
    at += ENTRY_BYTES + nameBytes + extraBytes + commentBytes;
  }
  return names;
}
