import { IMAGE_TARGET } from "../../../../domain/documents.ts";
import { type Attempt, attemptsFor, isSmallEnough } from "./attempts.ts";

/** Draws the picture in one size and quality. Where the type cannot be written, it comes as a PNG. */
export type RenderImage = (picture: ImageBitmap, attempt: Attempt, type: string) => Promise<Blob>;

/** The picture as small as it has to be, upright, in its own type; null when it is small enough as it is. */
export async function shrink(file: Blob, draw: RenderImage): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  try {
    if (isSmallEnough(file.size, picture)) return null;
    for (const attempt of attemptsFor(file.type, picture)) {
      const drawn = await draw(picture, attempt, file.type);
      if (drawn.size <= IMAGE_TARGET.bytes) return drawn;
    }
    throw new Error("the picture stays too large");
  } finally {
    picture.close();
  }
}
