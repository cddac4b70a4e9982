export type CborValue = number | string | boolean | null | Buffer | readonly CborValue[] | CborMap;
export type CborMap = ReadonlyMap<number | string, CborValue>;

/** An attestation object has three levels. */
const MAX_DEPTH = 4;
/** The items of one array or map. A COSE key has at most six. */
const MAX_ITEMS = 32;

class Reader {
  readonly #bytes: Buffer;
  offset = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  take(length: number): Buffer {
    const end = this.offset + length;
    if (end > this.#bytes.length) throw new CborError("it is cut off");
    const taken = this.#bytes.subarray(this.offset, end);
    this.offset = end;
    return taken;
  }
}

export class CborError extends Error {}

/**
 * Decodes the first value, and returns its length in bytes. Accepts only what authenticators send (CTAP2 canonical
 * CBOR): no indefinite lengths, no tags, no fractions. Depth and sizes are bounded, because strangers send the bytes.
 */
export function decodeCbor(bytes: Buffer): { readonly value: CborValue; readonly length: number } {
  const reader = new Reader(bytes);
  const value = readValue(reader, 0);
  return { value, length: reader.offset };
}

function readValue(reader: Reader, depth: number): CborValue {
  if (depth > MAX_DEPTH) throw new CborError("it is nested too deeply");
  const initial = reader.take(1).readUInt8();
  const type = initial >> 5;
  const information = initial & 0x1f;
  if (type === 7) return readSimple(information);
  const argument = readArgument(reader, information);
  switch (type) {
    case 0:
      return argument;
    case 1:
      return -1 - argument;
    case 2:
      return reader.take(argument);
    case 3:
      return readText(reader.take(argument));
    case 4:
      return Array.from({ length: requireFew(argument) }, () => readValue(reader, depth + 1));
    case 5:
      return readMap(reader, requireFew(argument), depth);
    default:
      throw new CborError("it has a tag");
  }
}

function readSimple(information: number): boolean | null {
  if (information === 20) return false;
  if (information === 21) return true;
  if (information === 22) return null;
  throw new CborError("it has an unknown simple value");
}

function readArgument(reader: Reader, information: number): number {
  if (information < 24) return information;
  if (information === 24) return reader.take(1).readUInt8();
  if (information === 25) return reader.take(2).readUInt16BE();
  if (information === 26) return reader.take(4).readUInt32BE();
  throw new CborError("it has a number or a length that is too large");
}

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function readText(bytes: Buffer): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new CborError("it has text that is not UTF-8", { cause });
  }
}

function readMap(reader: Reader, count: number, depth: number): CborMap {
  const map = new Map<number | string, CborValue>();
  for (let index = 0; index < count; index += 1) {
    const key = readValue(reader, depth + 1);
    if (typeof key !== "number" && typeof key !== "string") throw new CborError("it has an unusual key");
    if (map.has(key)) throw new CborError("it has a key twice");
    map.set(key, readValue(reader, depth + 1));
  }
  return map;
}

function requireFew(count: number): number {
  if (count > MAX_ITEMS) throw new CborError("it has too many items");
  return count;
}
