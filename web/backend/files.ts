import { StorageClient } from "@supabase/storage-js";
import { fetchAsCaller } from "./auth.ts";
import { fetchWithProgress } from "./fetch-with-progress.ts";
import { settings } from "./settings.ts";

let client: StorageClient | undefined;

export function files(): StorageClient {
  client ??= createClient(fetchAsCaller);
  return client;
}

/** Creates a client whose uploads report the share that has been sent, from 0 to 1. */
export function filesWithProgress(onSent: (share: number) => void): StorageClient {
  return createClient(fetchWithProgress(onSent));
}

function createClient(fetch: typeof fetchAsCaller): StorageClient {
  return new StorageClient(`${settings().backendUrl}/storage/v1`, {}, fetch);
}
