import { StorageClient } from "@supabase/storage-js";
import { fetchAsCaller } from "./auth.ts";
import { settings } from "./settings.ts";

let client: StorageClient | undefined;

export function files(): StorageClient {
  client ??= new StorageClient(`${settings().backendUrl}/storage/v1`, {}, fetchAsCaller);
  return client;
}
