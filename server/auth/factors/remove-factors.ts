import type { Query } from "../../postgres/database.ts";

/**
 * Turns two-step sign-in off if no app is left: recovery codes alone are no second step. The sessions lose aal2, so that
 * none of them has it when an app is added later.
 */
export async function turnOffIfLast(query: Query, userId: string): Promise<void> {
  const apps = await query(
    "select from auth.factors where user_id = $1 and factor_type = 'totp' and status = 'verified'",
    [userId],
  );
  if (apps.rowCount > 0) return;
  await query("delete from auth.factors where user_id = $1", [userId]);
  await query("update auth.sessions set aal = 'aal1', amr = null where user_id = $1", [userId]);
}
