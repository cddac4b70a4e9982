import type { Query } from "../../postgres/database.ts";

/**
 * Turns two-step sign-in off if no app is left: recovery codes alone are no second step. The sessions lose aal2, so that
 * none of them has it when an app is added later, except those that a passkey has started. Returns whether it is off.
 */
export async function turnOffIfLast(query: Query, userId: string): Promise<boolean> {
  const apps = await query(
    "select from auth.factors where user_id = $1 and factor_type = 'totp' and status = 'verified'",
    [userId],
  );
  if (apps.rowCount > 0) return false;
  await query("delete from auth.factors where user_id = $1", [userId]);
  await query(
    `update auth.sessions set aal = case method when 'passkey' then 'aal2' else 'aal1' end, amr = null
     where user_id = $1`,
    [userId],
  );
  return true;
}

/**
 * Removes the apps and recovery codes that were added at this time or later. Older ones stay: somebody who reads the
 * owner's mail must not get around the second step.
 */
export async function removeFactorsSince(query: Query, userId: string, time: Date): Promise<void> {
  await query("delete from auth.factors where user_id = $1 and updated_at >= $2", [userId, time]);
  await turnOffIfLast(query, userId);
}
