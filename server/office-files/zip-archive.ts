import { crc32, inflateRawSync } from "node:zlib";

const END_BYTES = 22;
const END_SIGNATURE = 0x0605_4b50;
const ENTRY_BYTES = 46;
const ENTRY_SIGNATURE = 0x0201_4b50;
const LOCAL_BYTES = 30;
const LOCAL_SIGNATURE = 0x0403_4b50;
const ENCRYPTED = 1;
const STORED = 0;
const DEFLATED = 8;
/** A document has a few dozen entries. */
const MAX_ENTRIES = 4_096;

export interface ZipEntry {
  readonly name: string;
  readonly method: number;
  readonly bytes: number;
  readonly crc32: number;
  readonly packed: Buffer;
}

export function isZip(bytes: Buffer): boolean {
  return bytes.length >= END_BYTES && bytes.readUInt32LE(0) === LOCAL_SIGNATURE;
}

/**
 * Reads the entries of an archive. Returns undefined for an archive that two programs could read in different ways: with
 * a comment, anything before or after it, entries of the same name, or local headers that contradict the directory.
 */
export function readZip(bytes: Buffer): ZipEntry[] | undefined {
  const end = bytes.length - END_BYTES;
  if (end < 0 || bytes.readUInt32LE(end) !== END_SIGNATURE) return undefined;
  const count = bytes.readUInt16LE(end + 10);
  const start = bytes.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES || start + bytes.readUInt32LE(end + 12) !== end) return undefined;
  const entries: ZipEntry[] = [];
  const names = new Set<string>();
  let at = start;
  while (at + ENTRY_BYTES <= end && bytes.readUInt32LE(at) === ENTRY_SIGNATURE) {
    const nextAt = at + ENTRY_BYTES + sumOf(bytes, at + 28, at + 30, at + 32);
    const entry = nextAt <= end ? readEntry(bytes, at, start) : undefined;
    if (!entry) return undefined;
    names.add(entry.name.toLowerCase());
    entries.push(entry);
    at = nextAt;
  }
  return at === end && entries.length === count && names.size === count ? entries : undefined;
}

function readEntry(bytes: Buffer, at: number, directory: number): ZipEntry | undefined {
  const nameBytes = bytes.readUInt16LE(at + 28);
  const name = bytes.subarray(at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
  const method = bytes.readUInt16LE(at + 10);
  const local = bytes.readUInt32LE(at + 42);
  if (local + LOCAL_BYTES > directory || bytes.readUInt32LE(local) !== LOCAL_SIGNATURE) return undefined;
  const localName = bytes.subarray(local + LOCAL_BYTES, local + LOCAL_BYTES + bytes.readUInt16LE(local + 26));
  const from = local + LOCAL_BYTES + sumOf(bytes, local + 26, local + 28);
  const to = from + bytes.readUInt32LE(at + 20);
  const flags = bytes.readUInt16LE(at + 8) | bytes.readUInt16LE(local + 6);
  if (to > directory || flags & ENCRYPTED || (method !== STORED && method !== DEFLATED)) return undefined;
  if (!localName.equals(name) || bytes.readUInt16LE(local + 8) !== method) return undefined;
  return {
    name: name.toString("utf8").replaceAll("\\", "/").replace(/^\/+/, ""),
    method,
    bytes: bytes.readUInt32LE(at + 24),
    crc32: bytes.readUInt32LE(at + 16),
    packed: bytes.subarray(from, to),
  };
}

/** Returns undefined if the contents are damaged, or larger than the entry says or than `maxBytes`. */
export function unpack(
  { method, bytes, crc32: sum, packed }: ZipEntry,
  maxBytes: number,
): Buffer | undefined {
  if (bytes > maxBytes) return undefined;
  const contents = method === STORED ? packed : inflate(packed, bytes);
  return contents?.length === bytes && crc32(contents) === sum ? contents : undefined;
}

function inflate(packed: Buffer, bytes: number): Buffer | undefined {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(bytes, 1) });
  } catch {
    // The data is damaged or longer than the entry says.
    return undefined;
  }
}

function sumOf(bytes: Buffer, ...positions: readonly number[]): number {
  return positions.reduce((sum, at) => sum + bytes.readUInt16LE(at), 0);
}
