import type { ContentProblem } from "./content-problem.ts";

export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The photos of most phones have at most 50 million pixels. A browser needs four bytes for each. */
export const MAX_PIXELS = 68_000_000;
export const MAX_SIDE_PIXELS = 16_384;

export function findSizeProblem({ width, height }: PictureSize): ContentProblem | undefined {
  if (width < 1 || height < 1) return "pictureDamaged";
  const isTooLarge = width > MAX_SIDE_PIXELS || height > MAX_SIDE_PIXELS || width * height > MAX_PIXELS;
  return isTooLarge ? "pictureTooLarge" : undefined;
}
