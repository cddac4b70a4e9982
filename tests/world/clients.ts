import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import ws from "ws";
import type { Server } from "./server.ts";

// Node 20 has no WebSocket, which the official client requires even if nothing uses it.
const realtime = { transport: ws as never };
const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** The official client of a visitor, who can sign in with it. */
export function createVisitor(server: Server): SupabaseClient {
  return createClient(server.url, server.publishableKey, { auth, realtime });
}

/** The official client of somebody who is signed in. */
export function createMemberClient(
  server: Server,
  token: string,
  headers: Record<string, string> = {},
): SupabaseClient {
  return createClient(server.url, server.publishableKey, {
    accessToken: async () => token,
    global: { headers },
    realtime,
  });
}

/** The official client with the secret key. */
export function createOperator(server: Server): SupabaseClient {
  return createClient(server.url, server.secretKey, { auth, realtime });
}
