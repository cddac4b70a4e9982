import { shrink } from "./shrink.ts";

/** A worker's own scope, which the types of a page do not know. */
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Blob>) => void;
  postMessage: (answer: { drawn: Blob | null } | { problem: string }) => void;
};

scope.onmessage = async ({ data }) => {
  try {
    const drawn = await shrink(data, async (picture, { width, height, quality }, type) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("there is no canvas");
      context.imageSmoothingQuality = "high";
      context.drawImage(picture, 0, 0, width, height);
      return canvas.convertToBlob({ type, quality });
    });
    scope.postMessage({ drawn });
  } catch (error) {
    scope.postMessage({ problem: String(error) });
  }
};
