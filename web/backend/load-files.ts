import type { StorageClient } from "@supabase/storage-js";

/** Loads the official client for files, which pages that only list documents do not wait for. */
export async function loadFiles(): Promise<StorageClient> {
  const { files } = await import("./files.ts").catch((cause: unknown) => {
    // As after a request without a response: is-lost.ts.
    throw Object.assign(new Error("The connection was lost. Please try again.", { cause }), { status: 0 });
  });
  return files();
}
