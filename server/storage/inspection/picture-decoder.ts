import type { LoadOptions, Vips } from "wasm-vips";
import type { ContentProblem } from "./content-problem.ts";
import type { PictureSize } from "./pixels.ts";

/** Enough for a progressive photo of 50 million pixels. Pages of WebAssembly have 64 KiB. */
const MAX_MEMORY_PAGES = (384 * 1024) / 64;
/** Pictures from this size on are decoded at an eighth of it, which needs less memory and still reads all data. */
const SHRINK_FROM_PIXELS = 2_000_000;
const SHRINK = 8;
/** The thread ends after a picture of this size, because only that frees the memory of a WebAssembly module. */
const SPENT_FROM_PIXELS = 8_000_000;

const LOADERS = {
  "image/jpeg": { name: "jpegloadBuffer", shrunk: { shrink: SHRINK } },
  "image/png": { name: "pngloadBuffer", shrunk: {} },
  // All frames of an animation.
  "image/webp": { name: "webploadBuffer", shrunk: { scale: 1 / SHRINK }, always: { n: -1 } },
} as const satisfies Record<string, { name: keyof Vips["Image"]; shrunk: object; always?: object }>;

export type PictureType = keyof typeof LOADERS;

let vips: Promise<Vips> | undefined;
let isSpent = false;

/** Returns whether this thread should end, because a picture took much memory or the decoder is broken. */
export function isDecoderSpent(): boolean {
  return isSpent;
}

/**
 * Decodes all data of a picture whose structure and size are in order. The decoder is libvips as WebAssembly. A hostile
 * picture that takes it over stays in memory of its own, and reaches no file, no network and no variable of the server.
 */
export async function findDecodingProblem(
  bytes: Buffer,
  type: PictureType,
  { width, height }: PictureSize,
): Promise<ContentProblem | undefined> {
  vips ??= loadVips();
  const { Image } = await vips;
  const { name, shrunk, ...loader } = LOADERS[type];
  const pixels = width * height;
  isSpent ||= pixels >= SPENT_FROM_PIXELS;
  const options: LoadOptions = {
    access: "sequential",
    fail_on: "error",
    ...("always" in loader && loader.always),
    ...(pixels >= SHRINK_FROM_PIXELS && shrunk),
  };
  const images: { delete(): void }[] = [];
  try {
    const image = Image[name](bytes, options);
    images.push(image);
    // The last row needs all rows before it.
    const lastRow = image.crop(0, image.height - 1, image.width, 1);
    images.push(lastRow);
    lastRow.avg();
    return undefined;
  } catch (error) {
    const { message } = error as { readonly message?: unknown };
    const isOutOfMemory = /memory/i.test(String(message));
    // The state of a module that was interrupted is unknown.
    if (isOutOfMemory || error instanceof WebAssembly.RuntimeError) isSpent = true;
    return isOutOfMemory ? "pictureTooLarge" : "pictureDamaged";
  } finally {
    // Each damaged picture would keep its decoder's memory. A spent module is not asked again.
    if (!isSpent) for (const image of images.reverse()) image.delete();
  }
}

async function loadVips(): Promise<Vips> {
  const { default: createVips } = await import("wasm-vips");
  const discard = () => undefined;
  const loading = withMemoryLimit(() =>
    createVips({ dynamicLibraries: [], print: discard, printErr: discard, preRun: silenceWarnings }),
  );
  const loaded = await loading;
  loaded.concurrency(1);
  loaded.Cache.max(0);
  // All other formats are blocked, because some loaders would recognize them by themselves.
  loaded.operationBlock("VipsForeignLoad", true);
  for (const format of ["Jpeg", "Png", "Webp"]) loaded.operationBlock(`VipsForeignLoad${format}`, false);
  return loaded;
}

/** Without this, libvips writes a line about each damaged tile to the log. */
function silenceWarnings({ ENV }: { readonly ENV: Record<string, string> }): void {
  ENV.VIPS_WARNING = "1";
}

/** Limits the memory by hand, because the package asks for up to 2 GiB and has no option for it. */
async function withMemoryLimit<T>(load: () => Promise<T>): Promise<T> {
  const { Memory } = WebAssembly;
  WebAssembly.Memory = class extends Memory {
    constructor(wanted: ConstructorParameters<typeof Memory>[0]) {
      super({ ...wanted, maximum: Math.min(wanted.maximum ?? MAX_MEMORY_PAGES, MAX_MEMORY_PAGES) });
    }
  };
  try {
    return await load();
  } finally {
    WebAssembly.Memory = Memory;
  }
}
