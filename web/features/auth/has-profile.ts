import type { Session } from "@supabase/auth-js";
import { settings } from "../../backend/settings.ts";

/** Asks without the client of the tables, which the pages for signing in do not have. */
export async function hasProfile({ user, access_token }: Session): Promise<boolean> {
  const { backendUrl, publishableKey } = settings();
  const response = await fetch(`${backendUrl}/rest/v1/profiles?select=*&id=eq.${user.id}`, {
    headers: { apikey: publishableKey, authorization: `Bearer ${access_token}` },
  });
  if (!response.ok) throw new Error(`profiles: ${response.status}`);
  return ((await response.json()) as unknown[]).length > 0;
}
