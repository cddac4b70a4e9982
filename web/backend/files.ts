import { StorageClient } from "@supabase/storage-js";
import { fetchAsCaller } from "./auth.ts";
import { sendAsCaller } from "./send.ts";
import { settings } from "./settings.ts";

let client: StorageClient | undefined;

export function files(): StorageClient {
  client ??= filesWith(fetchAsCaller);
  return client;
}

/** The same client for an upload that says how much of it, 0 to 1, has been sent. */
export function filesReporting(onSent: (share: number) => void): StorageClient {
  return filesWith(sendAsCaller(onSent));
}

function filesWith(fetch: typeof fetchAsCaller): StorageClient {
  return new StorageClient(`${settings().backendUrl}/storage/v1`, {}, fetch);
}
