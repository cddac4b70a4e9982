import type { Query } from "../../postgres/database.ts";
import { recordSecurityEvent } from "../../security-events/security-events.ts";
import type { Client } from "./client.ts";

/** Ends the user's sessions except the one to keep. */
export async function endOtherSessions(query: Query, userId: string, keptId: string | null): Promise<void> {
  await query("delete from auth.sessions where user_id = $1 and id is distinct from $2", [userId, keptId]);
}

/** Ends these sessions of the user, records each, and returns how many there were. */
export async function endSessions(
  query: Query,
  userId: string,
  condition: { readonly id: string } | { readonly exceptId: string },
  client: Client,
): Promise<number> {
  const [comparison, id] = "id" in condition ? ["=", condition.id] : ["<>", condition.exceptId];
  const { rows } = await query<{ device: string | null }>(
    `delete from auth.sessions where user_id = $1 and id ${comparison} $2 returning device`,
    [userId, id],
  );
  for (const { device } of rows)
    await recordSecurityEvent(query, {
      kind: "session ended",
      userId,
      ...client,
      details: { endedDevice: device },
    });
  return rows.length;
}
