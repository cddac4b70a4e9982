import { StorageClient } from "@supabase/storage-js";
import { fetchAsCaller } from "./auth.ts";
import { fetchWithProgress } from "./fetch-with-progress.ts";
import { settings } from "./settings.ts";

let client: StorageClient | undefined;

export function files(): StorageClient {
  client ??= filesWith(fetchAsCaller);
  return client;
}

/** The same client for an upload that says how much of it, 0 to 1, has been sent. */
export function filesWithProgress(onSent: (share: number) => void): StorageClient {
  return filesWith(fetchWithProgress(onSent));
}

function filesWith(fetch: typeof fetchAsCaller): StorageClient {
  return new StorageClient(`${settings().backendUrl}/storage/v1`, {}, fetch);
}
