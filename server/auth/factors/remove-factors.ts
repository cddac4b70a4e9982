import type { Query } from "../../postgres/database.ts";

/**
 * Turns two-step sign-in off if no app is left: recovery codes alone are no second step. The sessions lose aal2, so
 * that none of them has it when an app is added later. Sessions that a passkey has started keep it. Returns whether
 * two-step sign-in is off.
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
export async function removeFactorsSince(query: Query, userId: string, time: string): Promise<void> {
  await query("delete from auth.factors where user_id = $1 and updated_at >= $2", [userId, time]);
  await turnOffIfLast(query, userId);
}

/**
 * Removes the app or the recovery codes that were added at this time. Their notice was queued in the same transaction,
 * so it has the same time. The last app stays: an owner who has changed phones has removed the older ones, and somebody
 * who reads their mail must not get around the second step.
 */
export async function removeFactorsOf(query: Query, userId: string, time: string): Promise<void> {
  await query(
    `delete from auth.factors added where user_id = $1 and updated_at = $2 and (
       factor_type = 'recovery_code' or exists (
         select from auth.factors other
         where other.user_id = $1 and other.id <> added.id and other.factor_type = 'totp' and other.status = 'verified'
       )
     )`,
    [userId, time],
  );
}
