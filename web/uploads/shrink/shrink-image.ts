import { shrinkOnMainThread } from "./shrink-on-main-thread.ts";

type WorkerReply = { readonly rendered: Blob | null } | { readonly error: string };

/** Returns the picture to upload: the file itself if it is small enough. */
export async function shrinkImage(file: File): Promise<File> {
  requireImage(file);
  const rendered = await (typeof OffscreenCanvas === "undefined"
    ? shrinkOnMainThread(file)
    : shrinkInWorker(file));
  if (!rendered) return file;
  return new File([rendered], nameFor(file.name, file.type, rendered.type), { type: rendered.type });
}

export function requireImage(file: unknown): void {
  if (!(file instanceof Blob)) throw new Error("The file given is not an instance of Blob or File");
  if (!file.type.startsWith("image/")) throw new Error("The file given is not an image");
}

/** Changes the extension if the browser wrote a PNG because it cannot write the type. */
export function nameFor(name: string, type: string, newType: string): string {
  if (newType === type) return name;
  return `${name.replace(/\.[^.]*$/, "")}.${newType.slice("image/".length)}`;
}

function shrinkInWorker(file: File): Promise<Blob | null> {
  const worker = new Worker(new URL("./shrink-worker.ts", import.meta.url), { type: "module" });
  const result = new Promise<Blob | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<WorkerReply>) => {
      if ("error" in data) reject(new Error(data.error));
      else resolve(data.rendered);
    };
    // The worker did not start, for example because its script could not be loaded.
    worker.onerror = () => resolve(shrinkOnMainThread(file));
  });
  worker.postMessage(file);
  return result.finally(() => worker.terminate());
}
