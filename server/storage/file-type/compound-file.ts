import type { FileHandle } from "node:fs/promises";
import { readAt } from "./read-at.ts";

/*
 * The file format of Word, Excel and PowerPoint before 2007: a small file system of sectors. A table (FAT) chains the
 * sectors; the header lists the first 109 sectors of the FAT. The directory is a tree, of which only the root is read.
 */
const MAGIC = Buffer.from("d0cf11e0a1b11ae1", "hex");
const HEADER_BYTES = 512;
const FAT_LIST_AT = 76;
const FAT_LIST_LENGTH = 109;
const ENTRY_BYTES = 128;
const FAT_LIST_NEXT_AT = 68;
const LAST_SECTOR = 0xffff_fffa;
const NO_SECTOR = 0xffff_ffff;
const NO_ENTRY = 0xffff_ffff;
/** 256 sectors of 512 bytes hold 1,024 entries, more than any document has. */
const MAX_DIRECTORY_SECTORS = 256;

interface Entry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
}

export function isCompoundFile(head: Buffer): boolean {
  return head.length >= HEADER_BYTES && head.subarray(0, MAGIC.length).equals(MAGIC);
}

/** Reads the names directly below the root. Deeper names belong to embedded objects. */
export async function readRootStreams(file: FileHandle, head: Buffer): Promise<string[]> {
  const entries = await readDirectory(file, head);
  const names: string[] = [];
  const seen = new Set<number>();
  const pending = [entries[0]?.child ?? NO_ENTRY];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entry = entries[next];
    if (!entry || seen.has(next)) continue;
    seen.add(next);
    names.push(entry.name);
    pending.push(entry.left, entry.right);
  }
  return names;
}

async function readDirectory(file: FileHandle, head: Buffer): Promise<Entry[]> {
  const power = head.readUInt16LE(30);
  if (power !== 9 && power !== 12) return [];
  const sectorBytes = 2 ** power;
  const entries: Entry[] = [];
  let sector = head.readUInt32LE(48);
  for (let count = 0; sector < LAST_SECTOR && count < MAX_DIRECTORY_SECTORS; count++) {
    const bytes = await readAt(file, (sector + 1) * sectorBytes, sectorBytes);
    if (bytes.length < sectorBytes) break;
    for (let at = 0; at < sectorBytes; at += ENTRY_BYTES) entries.push(readEntry(bytes, at));
    sector = await nextSector(file, head, sector, sectorBytes);
  }
  return entries;
}

async function nextSector(
  file: FileHandle,
  head: Buffer,
  sector: number,
  sectorBytes: number,
): Promise<number> {
  const entriesPerSector = sectorBytes / 4;
  const fatSector = await findFatSector(file, head, Math.floor(sector / entriesPerSector), sectorBytes);
  return readNumber(file, (fatSector + 1) * sectorBytes + (sector % entriesPerSector) * 4);
}

/** The header lists the FAT of the first 7 MB. One further list sector is followed, which is enough for 15 MB. */
async function findFatSector(
  file: FileHandle,
  head: Buffer,
  index: number,
  sectorBytes: number,
): Promise<number> {
  if (index < FAT_LIST_LENGTH) return head.readUInt32LE(FAT_LIST_AT + index * 4);
  const next = (head.readUInt32LE(FAT_LIST_NEXT_AT) + 1) * sectorBytes;
  return readNumber(file, next + (index - FAT_LIST_LENGTH) * 4);
}

async function readNumber(file: FileHandle, at: number): Promise<number> {
  const bytes = await readAt(file, at, 4);
  return bytes.length < 4 ? NO_SECTOR : bytes.readUInt32LE(0);
}

function readEntry(bytes: Buffer, at: number): Entry {
  const nameBytes = Math.min(bytes.readUInt16LE(at + 64), 64);
  return {
    name: bytes.toString("utf16le", at, at + Math.max(nameBytes - 2, 0)),
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76),
  };
}
