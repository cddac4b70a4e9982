import type { Query } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";

/** The time after a step of the sign-in in which the session may change the second step. */
const RECENT_MINUTES = 10;

/** A stolen access token is not enough to change the second step: a code must have been entered shortly before. */
export async function requireRecentStep(query: Query, sessionId: string): Promise<void> {
  const { rowCount } = await query(
    `select from auth.sessions where id = $1 and now() - make_interval(mins => $2) < greatest(
       created_at,
       (select to_timestamp(max((entry ->> 'timestamp')::bigint)) from jsonb_array_elements(amr) entry)
     )`,
    [sessionId, RECENT_MINUTES],
  );
  if (rowCount === 0) throw refusal("reauthenticationNeeded");
}
