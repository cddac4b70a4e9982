import { IMAGE_TARGET } from "../../../domain/documents.ts";
import { type Attempt, attemptsFor, isSmallEnough } from "./attempts.ts";

/** Encodes the picture in one size and quality. A browser that cannot write the type returns a PNG. */
export type RenderImage = (picture: ImageBitmap, attempt: Attempt, type: string) => Promise<Blob>;

/** Returns the picture upright, small enough and in its own type; null if the file is already small enough. */
export async function shrink(file: Blob, renderImage: RenderImage): Promise<Blob | null> {
  const picture = await createImageBitmap(file);
  try {
    if (isSmallEnough(file.size, picture)) return null;
    for (const attempt of attemptsFor(file.type, picture)) {
      const rendered = await renderImage(picture, attempt, file.type);
      if (rendered.size <= IMAGE_TARGET.bytes) return rendered;
    }
    throw new Error("the picture is still too large");
  } finally {
    picture.close();
  }
}
