import type { Query, Row } from "../../postgres/database.ts";
import { recordSecurityEvent } from "../../security-events/security-events.ts";
import type { Client } from "./client.ts";

/** Ends the user's sessions except the one to keep, and records each with the origin of the transaction. */
export async function endOtherSessions(query: Query, userId: string, keptId: string | null): Promise<void> {
  const { rows } = await query<EndedSession>(
    "delete from auth.sessions where user_id = $1 and id is distinct from $2 returning device",
    [userId, keptId],
  );
  await recordEndedSessions(query, userId, rows);
}

/** Ends these sessions of the user, records each, and returns how many there were. */
export async function endSessions(
  query: Query,
  userId: string,
  condition: { readonly id: string } | { readonly exceptId: string },
  client: Client,
): Promise<number> {
  const [comparison, id] = "id" in condition ? ["=", condition.id] : ["<>", condition.exceptId];
  const { rows } = await query<EndedSession>(
    `delete from auth.sessions where user_id = $1 and id ${comparison} $2 returning device`,
    [userId, id],
  );
  await recordEndedSessions(query, userId, rows, client);
  return rows.length;
}

export interface EndedSession extends Row {
  readonly device: string | null;
}

export async function recordEndedSessions(
  query: Query,
  userId: string,
  ended: readonly EndedSession[],
  client?: Client,
): Promise<void> {
  for (const { device } of ended) {
    const details = { endedDevice: device };
    await recordSecurityEvent(query, { kind: "session ended", userId, ...client, details });
  }
}
