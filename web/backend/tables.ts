import { PostgrestClient } from "@supabase/postgrest-js";
import { fetchAsCaller } from "./auth.ts";
import type { Database } from "./database.ts";
import { settings } from "./settings.ts";

let client: PostgrestClient<Database> | undefined;

export function tables(): PostgrestClient<Database> {
  client ??= new PostgrestClient<Database>(`${settings().backendUrl}/rest/v1`, {
    fetch: fetchAsCaller,
    // query-client.ts retries. If both did, a lost connection would be reported only after half a minute.
    retry: false,
  });
  return client;
}
