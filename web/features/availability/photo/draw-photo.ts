/** Students see it 48 pixels wide, on screens with up to three points a pixel. */
const SIZE = 144;
/** Students load all photographs with the list of mentors, with mobile data. The database takes 40 kB. */
const MAX_BYTES = 8_000;
const QUALITIES = [0.8, 0.6, 0.4, 0.2];

export class UnreadablePicture extends Error {}

/**
 * Draws the middle of a picture as a small square, and returns it as a JPEG file in base64. A drawn picture has no Exif, so
 * it does not tell where it was taken.
 */
export async function drawPhoto(file: File): Promise<string> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new UnreadablePicture();
  });
  const side = Math.min(picture.width, picture.height);
  const canvas = document.createElement("canvas");
  canvas.width = SIZE;
  canvas.height = SIZE;
  const left = (picture.width - side) / 2;
  const top = (picture.height - side) / 2;
  canvas.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, SIZE, SIZE);
  picture.close();
  for (const quality of QUALITIES) {
    const base64 = canvas.toDataURL("image/jpeg", quality).split(",")[1] ?? "";
    if (base64.length <= (MAX_BYTES / 3) * 4) return base64;
  }
  throw new UnreadablePicture();
}
