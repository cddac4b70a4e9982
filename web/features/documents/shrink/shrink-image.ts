import { shrinkOnMainThread } from "./shrink-on-main-thread.ts";

type Answer = { readonly drawn: Blob | null } | { readonly problem: string };

/** The picture to send: the file itself when it is small enough. */
export async function shrinkImage(file: File): Promise<File> {
  requireImage(file);
  const drawn = await (typeof OffscreenCanvas === "undefined"
    ? shrinkOnMainThread(file)
    : shrinkInWorker(file));
  if (!drawn) return file;
  return new File([drawn], nameFor(file.name, file.type, drawn.type), { type: drawn.type });
}

export function requireImage(file: unknown): void {
  if (!(file instanceof Blob)) throw new Error("The file given is not an instance of Blob or File");
  if (!file.type.startsWith("image/")) throw new Error("The file given is not an image");
}

/** A browser that cannot write a type writes a PNG instead: then the name has to say so. */
export function nameFor(name: string, type: string, drawnType: string): string {
  if (drawnType === type) return name;
  return `${name.replace(/\.[^.]*$/, "")}.${drawnType.slice("image/".length)}`;
}

function shrinkInWorker(file: File): Promise<Blob | null> {
  const worker = new Worker(new URL("./shrink-worker.ts", import.meta.url), { type: "module" });
  const result = new Promise<Blob | null>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<Answer>) => {
      if ("problem" in data) reject(new Error(data.problem));
      else resolve(data.drawn);
    };
    // It did not even start, as on a connection that is gone.
    worker.onerror = () => resolve(shrinkOnMainThread(file));
  });
  worker.postMessage(file);
  return result.finally(() => worker.terminate());
}
