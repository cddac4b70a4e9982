import { crc32 } from "node:zlib";
import { deflateEqualBytes } from "./compression.ts";

/** Pictures of 8 × 8 pixels, drawn by Chromium, and others built chunk by chunk. */

export const JPEG = Buffer.from(
  "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAIAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAABf/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AJQCAZ//2Q==",
  "base64",
);
export const WEBP = riff([
  ["VP8 ", Buffer.from("kAEAnQEqCAAIAALATCWgAnS6AAOYAP7fgD4oBSOJ3f/Ctcw/MPYU", "base64")],
]);
export const LOSSLESS_WEBP = riff([
  ["VP8L", Buffer.from("LwfAAQAHUMSKVLX/gYjofwAA", "base64").subarray(0, 17)],
]);

export function riff(chunks: readonly (readonly [type: string, data: Buffer])[]): Buffer {
  const parts = chunks.map(([type, data]) => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(data.length);
    return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)]);
  });
  const body = Buffer.concat([Buffer.from("WEBP"), ...parts]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(body.length);
  return Buffer.concat([Buffer.from("RIFF"), length, body]);
}

export interface PngChanges {
  /** The size that the header claims. */
  readonly width?: number;
  readonly height?: number;
  /** The bytes of the pixels before compression. */
  readonly pixelBytes?: number;
  /** Grey has one byte, colours with transparency have eight. */
  readonly bytesPerPixel?: 1 | 8;
  /** The value of every byte of the pixels, which is also the number of each row's filter. There are five filters. */
  readonly value?: number;
}

/** A grey picture of 8 × 8 pixels, or one that claims to be of another size. */
export function png({
  width = 8,
  height = 8,
  bytesPerPixel = 1,
  pixelBytes = height * (1 + width * bytesPerPixel),
  value = 0,
}: PngChanges = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bytesPerPixel === 1 ? 8 : 16;
  header[9] = bytesPerPixel === 1 ? 0 : 6;
  return Buffer.concat([
    Buffer.from("89504e470d0a1a0a", "hex"),
    pngChunk("IHDR", header),
    pngChunk("IDAT", deflateEqualBytes(pixelBytes, value)),
    pngChunk("IEND", Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const contents = Buffer.concat([Buffer.from(type), data]);
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(data.length, 0);
  numbers.writeUInt32BE(crc32(contents), 4);
  return Buffer.concat([numbers.subarray(0, 4), contents, numbers.subarray(4)]);
}

/** A segment that phones and cameras write after the start of a JPEG, for example with the orientation. */
export function withSegment(jpeg: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]);
  return Buffer.concat([jpeg.subarray(0, 2), head, data, jpeg.subarray(2)]);
}

export function withJpegSize(width: number, height: number): Buffer {
  const jpeg = Buffer.from(JPEG);
  const frame = jpeg.indexOf(Buffer.from("ffc00011", "hex"));
  jpeg.writeUInt16BE(height, frame + 5);
  jpeg.writeUInt16BE(width, frame + 7);
  return jpeg;
}

/** Marks the picture as progressive with colours in full size, so that a decoder keeps all of it in memory. */
export function asProgressive(jpeg: Buffer): Buffer {
  const changed = Buffer.from(jpeg);
  const frame = changed.indexOf("ffc00011", 0, "hex");
  changed[frame + 1] = 0xc2;
  changed[frame + 11] = 0x11;
  return changed;
}

/** Removes the quantization tables. */
export function withoutTables(jpeg: Buffer): Buffer {
  const parts: Buffer[] = [];
  let from = 0;
  for (let at = jpeg.indexOf("ffdb", 0, "hex"); at !== -1; at = jpeg.indexOf("ffdb", from, "hex")) {
    parts.push(jpeg.subarray(from, at));
    from = at + 2 + jpeg.readUInt16BE(at + 2);
  }
  return Buffer.concat([...parts, jpeg.subarray(from)]);
}

/** Repeats the data of the pixels, each time as a scan of its own. */
export function withScans(jpeg: Buffer, scans: number): Buffer {
  const start = jpeg.indexOf("ffda", 0, "hex");
  const scan = jpeg.subarray(start, -2);
  return Buffer.concat([jpeg.subarray(0, start), ...Array(scans).fill(scan), jpeg.subarray(-2)]);
}

/** Returns an animation that repeats the same picture on a large canvas. */
export function animatedWebp(width: number, height: number, frames: number): Buffer {
  const head = Buffer.alloc(10);
  head[0] = 2;
  head.writeUIntLE(width - 1, 4, 3);
  head.writeUIntLE(height - 1, 7, 3);
  const frame = Buffer.alloc(16);
  frame.writeUIntLE(7, 6, 3);
  frame.writeUIntLE(7, 9, 3);
  const data = Buffer.concat([frame, WEBP.subarray(12)]);
  return riff([
    ["VP8X", head],
    ["ANIM", Buffer.alloc(6)],
    ...Array.from({ length: frames }, () => ["ANMF", data] as const),
  ]);
}
