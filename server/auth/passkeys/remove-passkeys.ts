import type { Query } from "../../postgres/database.ts";

/**
 * Removes the passkeys of an account whose owner has pressed "This was not me": each is a way in, as the password is.
 * Only admins and mentors keep passkeys from before the given time, because they may be the second step. Somebody who reads the
 * owner's mail must not get around it (docs/decisions/0038-passkeys.md).
 */
export async function removePasskeysOnDispute(query: Query, userId: string, time: string): Promise<void> {
  await query(
    `delete from auth.passkeys where user_id = $1 and (
       created_at >= $2 or not private.may_need_passkey($1)
     )`,
    [userId, time],
  );
}
