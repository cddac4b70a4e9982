import type { ContentProblem } from "./content-problem.ts";
import { MAX_PIXELS, type PictureSize } from "./pixels.ts";

const START_OF_SCAN = 0xda;
const END = 0xd9;
/** Baseline, extended and progressive pictures. Browsers show no others. */
const FRAMES = new Set([0xc0, 0xc1, 0xc2]);
const OTHER_FRAMES = new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Decoders go through all pixels for each scan, however few bytes it has. Progressive pictures have about ten. */
const MAX_SCANS = 64;
const MAX_SCANNED_PIXELS = MAX_PIXELS * 12;

/**
 * Checks every segment up to the end of the picture, and returns its size. Phones append videos and further pictures to
 * it.
 */
export function readJpegSize(bytes: Buffer): PictureSize | ContentProblem {
  let size: PictureSize | undefined;
  let frames = 0;
  let scans = 0;
  for (let at = 2; at + 2 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return "pictureDamaged";
    const marker = bytes[at + 1] as number;
    // Any number of these bytes may come before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker === END) return size && scans > 0 ? size : "pictureDamaged";
    const end = at + 4 <= bytes.length ? at + 2 + bytes.readUInt16BE(at + 2) : Number.POSITIVE_INFINITY;
    if (marker < 0xc0 || end > bytes.length || end < at + 4) return "pictureDamaged";
    if (OTHER_FRAMES.has(marker)) return "pictureDamaged";
    if (FRAMES.has(marker)) {
      frames += 1;
      if (end < at + 10 || frames > 1) return "pictureDamaged";
      size = { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    if (marker === START_OF_SCAN) {
      scans += 1;
      if (!size || scans > MAX_SCANS) return "pictureDamaged";
      if (scans * size.width * size.height > MAX_SCANNED_PIXELS) return "pictureTooLarge";
    }
    at = marker === START_OF_SCAN ? skipPixels(bytes, end) : end;
  }
  return "pictureDamaged";
}

/** Returns the position of the next marker that is neither an escaped 0xff nor a restart. */
function skipPixels(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(0xff, start);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0;
    const isData = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isData) return at;
    at = bytes.indexOf(0xff, at + 2);
  }
  return bytes.length;
}
