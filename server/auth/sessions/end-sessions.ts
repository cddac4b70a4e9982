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

/** Nobody has this many devices, and a script that signs in again and again must not fill the table. */
const MAX_SESSIONS = 50;

/**
 * Ends the least recently used sessions beyond the limit, among those with the level of the new session. The levels are
 * counted separately: somebody who knows only the password must not end sessions that have passed both steps.
 */
export async function endExcessSessions(
  query: Query,
  { id, user_id, aal }: { readonly id: string; readonly user_id: string; readonly aal: "aal1" | "aal2" },
): Promise<void> {
  const { rows } = await query<EndedSession>(
    `delete from auth.sessions where id in (
       select id from auth.sessions where user_id = $1 and aal = $2 and id <> $3
       order by last_used_at desc, created_at desc, id offset ${MAX_SESSIONS - 1}
     ) returning device`,
    [user_id, aal, id],
  );
  await recordEndedSessions(query, user_id, rows);
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
