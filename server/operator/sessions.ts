import type { Query } from "../postgres/database.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { requireUser } from "./admins.ts";

const EVERYBODY = "everybody";

/** Ends all sessions of an account, or of everybody, and returns their number. Their next requests are refused. */
export async function endSessions(query: Query, whose: string): Promise<number> {
  const userId = whose === EVERYBODY ? null : await requireUser(query, whose);
  const { rowCount } = await query("delete from auth.sessions where user_id = $1 or $1 is null", [userId]);
  if (userId)
    await recordSecurityEvent(query, {
      kind: "session ended",
      userId,
      details: { by: "operator", sessions: rowCount },
    });
  return rowCount;
}
