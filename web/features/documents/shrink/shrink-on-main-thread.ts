import { type RenderImage, shrink } from "./shrink.ts";

/** For browsers whose workers cannot draw. The page stands still meanwhile. */
export function shrinkOnMainThread(file: Blob): Promise<Blob | null> {
  return shrink(file, draw);
}

const draw: RenderImage = (picture, { width, height, quality }, type) => {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (!context) return Promise.reject(new Error("there is no canvas"));
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, 0, 0, width, height);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("the canvas stays empty"))),
      type,
      quality,
    );
  });
};
