import { FunctionsClient } from "@supabase/functions-js";
import { fetchAsCaller } from "./auth.ts";
import { settings } from "./settings.ts";

let client: FunctionsClient | undefined;

export function functions(): FunctionsClient {
  client ??= new FunctionsClient(`${settings().backendUrl}/functions/v1`, { customFetch: fetchAsCaller });
  return client;
}
