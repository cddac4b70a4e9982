import { IMAGE_TARGET } from "../../../domain/documents.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Attempt extends Size {
  readonly quality: number;
}

/** Limits the longest side and keeps the aspect ratio. */
export function sizeWithin({ width, height }: Size): Size {
  const scale = Math.min(1, IMAGE_TARGET.longestSidePixels / Math.max(width, height));
  return scaled({ width, height }, scale);
}

/**
 * The sizes and qualities to try until one is small enough: first a lower quality, then a smaller size, since a mark
 * sheet must stay readable.
 */
export function attemptsFor(type: string, size: Size): Attempt[] {
  const largest = sizeWithin(size);
  const qualities = type === "image/png" ? [1] : [0.85, 0.7, 0.55];
  const scales = [1, 0.8, 0.64, 0.5, 0.4, 0.3];
  return scales.flatMap((scale) => qualities.map((quality) => ({ ...scaled(largest, scale), quality })));
}

export function isSmallEnough(bytes: number, size: Size): boolean {
  return bytes <= IMAGE_TARGET.bytes && Math.max(size.width, size.height) <= IMAGE_TARGET.longestSidePixels;
}

function scaled({ width, height }: Size, scale: number): Size {
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
