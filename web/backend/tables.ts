import { PostgrestClient } from "@supabase/postgrest-js";
import { fetchAsCaller } from "./auth.ts";
import type { Database } from "./database.ts";
import { settings } from "./settings.ts";

let client: PostgrestClient<Database> | undefined;

export function tables(): PostgrestClient<Database> {
  client ??= new PostgrestClient<Database>(`${settings().backendUrl}/rest/v1`, {
    fetch: fetchAsCaller,
    // Queries are tried again in query-client.ts. Were both to do it, a lost connection would be told after half a minute.
    retry: false,
  });
  return client;
}
