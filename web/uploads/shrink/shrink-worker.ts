import { shrink } from "./shrink.ts";

/** The worker's global scope, which the DOM types do not include. */
const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Blob>) => void;
  postMessage: (reply: { rendered: Blob | null } | { error: string }) => void;
};

scope.onmessage = async ({ data }) => {
  try {
    const rendered = await shrink(data, async (picture, { width, height, quality }, type) => {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext("2d");
      if (!context) throw new Error("the browser has no 2D canvas");
      context.imageSmoothingQuality = "high";
      context.drawImage(picture, 0, 0, width, height);
      return canvas.convertToBlob({ type, quality });
    });
    scope.postMessage({ rendered });
  } catch (error) {
    scope.postMessage({ error: String(error) });
  }
};
