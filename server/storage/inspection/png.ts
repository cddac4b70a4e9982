import { crc32, createInflate } from "node:zlib";
import type { ContentProblem } from "./content-problem.ts";
import { findSizeProblem, MAX_PIXELS, MAX_SIDE_PIXELS, type PictureSize } from "./pixels.ts";

const SIGNATURE_BYTES = 8;
/** Length, type and checksum. */
const CHUNK_BYTES = 12;
const SAMPLES_OF_COLOUR: ReadonlyMap<number, number> = new Map([
  [0, 1],
  [2, 3],
  [3, 1],
  [4, 2],
  [6, 4],
]);
/** First column, first row, column step, row step of each pass of an interlaced picture. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** The largest picture has four bytes per pixel; a picture of half its size may have eight. */
const MAX_UNPACKED_BYTES = MAX_PIXELS * 4 + MAX_SIDE_PIXELS;

/**
 * Checks every chunk and inflates the pixels, of which there must be exactly as many as the header says. Returns the
 * size.
 */
export async function readPngSize(bytes: Buffer): Promise<PictureSize | ContentProblem> {
  const chunks = readChunks(bytes);
  const header = chunks?.[0];
  if (!chunks || header?.type !== "IHDR" || header.data.length !== 13) return "pictureDamaged";
  const size = { width: header.data.readUInt32BE(0), height: header.data.readUInt32BE(4) };
  const problem = findSizeProblem(size);
  if (problem) return problem;
  const expected = pixelBytes(header.data, size);
  if (expected !== undefined && expected > MAX_UNPACKED_BYTES) return "pictureTooLarge";
  const packed = chunks.filter(({ type }) => type === "IDAT").map(({ data }) => data);
  return expected !== undefined && (await inflatedBytes(packed, expected)) === expected
    ? size
    : "pictureDamaged";
}

/** Returns undefined if a chunk is damaged or the last one is missing. */
function readChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= bytes.length; ) {
    const end = at + CHUNK_BYTES + bytes.readUInt32BE(at);
    if (end > bytes.length || crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4))
      return undefined;
    const type = bytes.toString("latin1", at + 4, at + 8);
    chunks.push({ type, data: bytes.subarray(at + 8, end - 4) });
    if (type === "IEND") return chunks;
    at = end;
  }
  return undefined;
}

function pixelBytes(header: Buffer, { width, height }: PictureSize): number | undefined {
  const [depth = 0, colour = 0, , , interlace = 0] = header.subarray(8);
  const samples = SAMPLES_OF_COLOUR.get(colour);
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(depth) || interlace > 1) return undefined;
  // Each row starts with the number of its filter.
  const bytesOf = (columns: number, rows: number) =>
    columns === 0 ? 0 : rows * (1 + Math.ceil((columns * samples * depth) / 8));
  if (interlace === 0) return bytesOf(width, height);
  return PASSES.reduce(
    (sum, [column, row, columnStep, rowStep]) =>
      sum + bytesOf(Math.ceil((width - column) / columnStep), Math.ceil((height - row) / rowStep)),
    0,
  );
}

/** Counts the inflated bytes without keeping them. Stops after `maxBytes`; undefined if the data is damaged. */
function inflatedBytes(packed: readonly Buffer[], maxBytes: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    let count = 0;
    const inflater = createInflate();
    inflater
      .on("data", (part: Buffer) => {
        count += part.length;
        if (count > maxBytes) inflater.destroy();
      })
      .on("error", () => resolve(undefined))
      .on("close", () => resolve(count));
    inflater.end(Buffer.concat(packed));
  });
}
