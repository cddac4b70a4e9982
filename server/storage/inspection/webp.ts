import type { ContentProblem } from "./content-problem.ts";
import { MAX_PIXELS, type PictureSize } from "./pixels.ts";

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
/** The position of the picture's chunks in a chunk of an animation. */
const FRAME_HEADER_BYTES = 16;
const MAX_FRAMES = 200;

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

/** Checks every chunk, and the size in the header of each picture against that of the canvas, which it returns. */
export function readWebpSize(bytes: Buffer): PictureSize | ContentProblem {
  const end = bytes.length >= HEADER_BYTES ? 8 + bytes.readUInt32LE(4) : Number.POSITIVE_INFINITY;
  const chunks = end <= bytes.length ? readChunks(bytes.subarray(HEADER_BYTES, end)) : undefined;
  if (!chunks?.[0]) return "pictureDamaged";
  const pictures = picturesIn(chunks);
  const [first] = pictures ?? [];
  if (!pictures || !first || pictures.length > MAX_FRAMES) return "pictureDamaged";
  const canvas = chunks[0].type === "VP8X" ? canvasSize(chunks[0].data) : first;
  if (!canvas || pictures.some(({ width, height }) => width > canvas.width || height > canvas.height))
    return "pictureDamaged";
  // Viewers draw the whole canvas for each frame.
  const drawnPixels = canvas.width * canvas.height * pictures.length;
  return pictures.length > 1 && drawnPixels > MAX_PIXELS ? "pictureTooLarge" : canvas;
}

function readChunks(bytes: Buffer): Chunk[] | undefined {
  const chunks: Chunk[] = [];
  let at = 0;
  while (at + CHUNK_HEADER_BYTES <= bytes.length) {
    const start = at + CHUNK_HEADER_BYTES;
    const end = start + bytes.readUInt32LE(at + 4);
    if (end > bytes.length) return undefined;
    chunks.push({ type: bytes.toString("latin1", at, at + 4), data: bytes.subarray(start, end) });
    // Chunks start at even positions.
    at = end + (end % 2);
  }
  return at >= bytes.length ? chunks : undefined;
}

/** Returns undefined if a picture is damaged. */
function picturesIn(chunks: readonly Chunk[]): PictureSize[] | undefined {
  const pictures: PictureSize[] = [];
  for (const { type, data } of chunks) {
    if (type === "ANMF") {
      const inner = readChunks(data.subarray(FRAME_HEADER_BYTES));
      const frame = inner?.find((chunk) => chunk.type.startsWith("VP8"));
      const size = frame && pictureSize(frame);
      if (!size) return undefined;
      pictures.push(size);
    } else if (type === "VP8 " || type === "VP8L") {
      const size = pictureSize({ type, data });
      if (!size) return undefined;
      pictures.push(size);
    }
  }
  return pictures;
}

function pictureSize({ type, data }: Chunk): PictureSize | undefined {
  if (data.length < 10) return undefined;
  if (type === "VP8L") {
    if (data[0] !== 0x2f) return undefined;
    const bits = data.readUInt32LE(1);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  // A key frame with its start code.
  if (type !== "VP8 " || ((data[0] as number) & 1) !== 0 || data.readUIntBE(3, 3) !== 0x9d012a)
    return undefined;
  return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff };
}

function canvasSize(data: Buffer): PictureSize | undefined {
  if (data.length < 10) return undefined;
  return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 };
}
