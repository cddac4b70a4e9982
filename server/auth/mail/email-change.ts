import { kindOf } from "../../errors/kind-of.ts";
import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import type { UserRow } from "../users.ts";
import { queueOneTimeTokenMail } from "./one-time-token-mail.ts";
import type { TokenOwner } from "./one-time-tokens.ts";

/**
 * Both addresses must confirm, so that neither a typo nor a stranger at an unlocked screen can move an account. The two
 * tokens are created in one transaction and expire together: if only one is missing, it has been confirmed.
 */
export async function queueEmailChangeMails(
  dependencies: AuthDependencies,
  query: Query,
  user: UserRow,
  newEmail: string,
  redirectTo: string,
): Promise<UserRow> {
  await query("update auth.users set new_email = $2 where id = $1", [user.id, newEmail]);
  const mail = { userId: user.id, redirectTo };
  await queueOneTimeTokenMail(dependencies, query, { ...mail, kind: "email_change_current", to: user.email });
  return queueOneTimeTokenMail(dependencies, query, { ...mail, kind: "email_change", to: newEmail });
}

/** Returns the user with the new address, or null while the other address has not confirmed. */
export async function confirmEmailChange(query: Query, { user_id }: TokenOwner): Promise<UserRow | null> {
  const pending = await query(
    "select 1 from auth.one_time_tokens where user_id = $1 and kind in ('email_change', 'email_change_current')",
    [user_id],
  );
  if (pending.rowCount > 0) return null;
  try {
    const { rows } = await query<UserRow>(
      `update auth.users set email = new_email, new_email = null, email_confirmed_at = now(), updated_at = now()
       where id = $1 and new_email is not null returning *`,
      [user_id],
    );
    return rows[0] ?? null;
  } catch (error) {
    // Someone else has signed up with the address in the meantime.
    if (kindOf(error) === "conflict") throw refusal("emailTaken", { cause: error });
    throw error;
  }
}
