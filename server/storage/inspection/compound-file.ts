/*
 * The file format of Word, Excel and PowerPoint before 2007: a small file system of sectors. A table (FAT) chains the
 * sectors; the header lists its first 109 sectors and the first of the sectors that list the others.
 */
const MAGIC = Buffer.from("d0cf11e0a1b11ae1", "hex");
const HEADER_BYTES = 512;
const FAT_LIST_AT = 76;
const FAT_LIST_LENGTH = 109;
const FAT_LIST_NEXT_AT = 68;
const DIRECTORY_AT = 48;
const ENTRY_BYTES = 128;
/** Larger numbers mark the end of a chain, free sectors and sectors of the table itself. */
const LAST_SECTOR = 0xffff_fffa;
const NO_ENTRY = 0xffff_ffff;
const SMALL_TABLE_AT = 60;
/** Shorter streams are stored in small sectors, all of which are in the stream of the root. */
const SMALL_STREAM_BYTES = 4_096;
const SMALL_SECTOR_BYTES = 64;

export interface CompoundEntry {
  readonly name: string;
  readonly left: number;
  readonly right: number;
  readonly child: number;
  readonly start: number;
  readonly size: number;
}

export function isCompoundFile(bytes: Buffer): boolean {
  return bytes.length >= HEADER_BYTES && bytes.subarray(0, MAGIC.length).equals(MAGIC);
}

export function readDirectory(bytes: Buffer): CompoundEntry[] {
  const sectors = readChain(bytes, bytes.readUInt32LE(DIRECTORY_AT));
  return Array.from({ length: Math.floor(sectors.length / ENTRY_BYTES) }, (_, index) =>
    readEntry(sectors, index * ENTRY_BYTES),
  );
}

/** Returns the entries directly below an entry, which form a tree. Deeper ones belong to embedded objects. */
export function childrenOf(
  entries: readonly CompoundEntry[],
  parent: CompoundEntry | undefined,
): CompoundEntry[] {
  const children: CompoundEntry[] = [];
  const seen = new Set<number>();
  const pending = [parent?.child ?? NO_ENTRY];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const entry = entries[next];
    if (!entry || seen.has(next)) continue;
    seen.add(next);
    children.push(entry);
    pending.push(entry.left, entry.right);
  }
  return children;
}

export function readStream(
  bytes: Buffer,
  [root]: readonly CompoundEntry[],
  { start, size }: CompoundEntry,
): Buffer {
  if (size >= SMALL_STREAM_BYTES) return readChain(bytes, start).subarray(0, size);
  const sectors = root ? readChain(bytes, root.start) : Buffer.alloc(0);
  const table = readChain(bytes, bytes.readUInt32LE(SMALL_TABLE_AT));
  const parts: Buffer[] = [];
  for (let sector = start; sector < LAST_SECTOR && parts.length * SMALL_SECTOR_BYTES < size; ) {
    parts.push(sectors.subarray(sector * SMALL_SECTOR_BYTES, (sector + 1) * SMALL_SECTOR_BYTES));
    sector = readNumber(table, sector * 4);
  }
  return Buffer.concat(parts).subarray(0, size);
}

/** Returns the names of everything that has the form of a directory entry, whether or not the directory leads there. */
export function* possibleNames(bytes: Buffer): Generator<string> {
  for (let at = HEADER_BYTES; at + ENTRY_BYTES <= bytes.length; at += ENTRY_BYTES) {
    const nameBytes = bytes.readUInt16LE(at + 64);
    const kind = bytes[at + 66];
    if ((kind === 1 || kind === 2) && nameBytes >= 4 && nameBytes <= 64) yield readEntry(bytes, at).name;
  }
}

function readChain(bytes: Buffer, first: number): Buffer {
  const power = bytes.readUInt16LE(30);
  if (power !== 9 && power !== 12) return Buffer.alloc(0);
  const sectorBytes = 2 ** power;
  const parts: Buffer[] = [];
  // A chain that is longer than the file runs in a circle.
  const maxSectors = bytes.length / sectorBytes;
  for (let sector = first; sector < LAST_SECTOR && parts.length <= maxSectors; ) {
    const at = (sector + 1) * sectorBytes;
    if (at + sectorBytes > bytes.length) break;
    parts.push(bytes.subarray(at, at + sectorBytes));
    sector = nextSector(bytes, sector, sectorBytes);
  }
  return Buffer.concat(parts);
}

function nextSector(bytes: Buffer, sector: number, sectorBytes: number): number {
  const perSector = sectorBytes / 4;
  const table = findTableSector(bytes, Math.floor(sector / perSector), sectorBytes);
  return readNumber(bytes, (table + 1) * sectorBytes + (sector % perSector) * 4);
}

/** The header lists the table of the first 7 MB. One further list sector is followed, which is enough for 15 MB. */
function findTableSector(bytes: Buffer, index: number, sectorBytes: number): number {
  if (index < FAT_LIST_LENGTH) return bytes.readUInt32LE(FAT_LIST_AT + index * 4);
  const next = (bytes.readUInt32LE(FAT_LIST_NEXT_AT) + 1) * sectorBytes;
  return readNumber(bytes, next + (index - FAT_LIST_LENGTH) * 4);
}

function readNumber(bytes: Buffer, at: number): number {
  return at + 4 > bytes.length ? NO_ENTRY : bytes.readUInt32LE(at);
}

function readEntry(bytes: Buffer, at: number): CompoundEntry {
  const nameBytes = Math.min(bytes.readUInt16LE(at + 64), 64);
  return {
    name: bytes.toString("utf16le", at, at + Math.max(nameBytes - 2, 0)),
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76),
    start: bytes.readUInt32LE(at + 116),
    size: bytes.readUInt32LE(at + 120),
  };
}
