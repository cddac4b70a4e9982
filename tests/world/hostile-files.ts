import { TYPES } from "./files.ts";
import {
  animatedWebp,
  asProgressive,
  JPEG,
  LOSSLESS_WEBP,
  png,
  riff,
  WEBP,
  withJpegSize,
  withoutTables,
  withScans,
} from "./pictures.ts";

/** A file of an accepted type that nobody should have to open, with a part of the reason that the student reads. */
export type HostileFile = readonly [what: string, bytes: Buffer, type: string, reason: string];

export const hostilePictures: readonly HostileFile[] = [
  [
    "a PNG of too many pixels",
    png({ width: 16_000, height: 16_000, pixelBytes: 72 }),
    TYPES.png,
    "too many pixels",
  ],
  ["a PNG with a bomb", png({ pixelBytes: 50_000_000 }), TYPES.png, "damaged"],
  ["a PNG with too few pixels", png({ pixelBytes: 71 }), TYPES.png, "damaged"],
  ["a PNG with a changed byte", flip(png(), 20), TYPES.png, "damaged"],
  ["a PNG without its end", png().subarray(0, -12), TYPES.png, "damaged"],
  ["a JPEG of too many pixels", withJpegSize(60_000, 60_000), TYPES.jpeg, "too many pixels"],
  ["a JPEG without pixels", withJpegSize(0, 8), TYPES.jpeg, "damaged"],
  ["a JPEG that was cut off", JPEG.subarray(0, -10), TYPES.jpeg, "damaged"],
  [
    "only the head of a JPEG",
    Buffer.concat([JPEG.subarray(0, 20), Buffer.from("<script>")]),
    TYPES.jpeg,
    "damaged",
  ],
  ["a WebP that was cut off", WEBP.subarray(0, -10), TYPES.webp, "damaged"],
  ["a WebP of nothing", riff([["VP8X", Buffer.alloc(10)]]), TYPES.webp, "damaged"],
  [
    "a WebP of too many pixels",
    riff([["VP8L", Buffer.from("2fffffffff0000000000000000", "hex")]]),
    TYPES.webp,
    "too many pixels",
  ],
  [
    "a PNG that takes half a gigabyte",
    png({ width: 16_000, height: 4_200, bytesPerPixel: 8 }),
    TYPES.png,
    "too many",
  ],
  ["a PNG that cannot be decoded", png({ value: 9 }), TYPES.png, "damaged"],
  ["a JPEG that cannot be decoded", withoutTables(JPEG), TYPES.jpeg, "damaged"],
  ["a JPEG of many scans", withScans(withJpegSize(8_000, 8_000), 20), TYPES.jpeg, "too many pixels"],
  [
    "a JPEG that takes too much memory",
    asProgressive(withJpegSize(16_000, 4_200)),
    TYPES.jpeg,
    "too many pixels",
  ],
  ["a WebP that cannot be decoded", riff([["VP8 ", WEBP.subarray(20, 32)]]), TYPES.webp, "damaged"],
  [
    "a lossless WebP that cannot be decoded",
    riff([["VP8L", LOSSLESS_WEBP.subarray(20, 32)]]),
    TYPES.webp,
    "damaged",
  ],
  ["an animated WebP of too many pixels", animatedWebp(10_000, 1_000, 8), TYPES.webp, "too many pixels"],
];

function flip(bytes: Buffer, at: number): Buffer {
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes;
}
