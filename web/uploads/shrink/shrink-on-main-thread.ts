import { type RenderImage, shrink } from "./shrink.ts";

/** Shrinks the picture in browsers without OffscreenCanvas. The page is blocked in the meantime. */
export function shrinkOnMainThread(file: Blob): Promise<Blob | null> {
  return shrink(file, renderImage);
}

const renderImage: RenderImage = (picture, { width, height, quality }, type) => {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("the browser has no 2D canvas"));
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the picture could not be encoded"))),
      type,
      quality,
    );
  });
};
