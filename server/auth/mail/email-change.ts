import { kindOf } from "../../errors/kind-of.ts";
import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { type NoticeDependencies, queueNotice } from "../notices/queue-notice.ts";
import { dropSignUps } from "../sign-ups/pending-sign-ups.ts";
import { findUserByEmail, type UserRow } from "../users.ts";
import { queueOneTimeTokenMail } from "./one-time-token-mail.ts";
import { issueOneTimeToken, type TokenOwner } from "./one-time-tokens.ts";

interface MailOptions {
  readonly redirectTo: string;
  readonly codeChallenge: string | null;
}

/**
 * Both addresses must confirm, so that neither a typo nor a stranger at an unlocked screen can move an account. The two
 * tokens are created in one transaction and expire together: if only one is missing, it has been confirmed. A taken address
 * gets another mail, and everything else is the same, so that a change does not reveal who has an account.
 */
export async function queueEmailChangeMails(
  dependencies: AuthDependencies,
  query: Query,
  user: UserRow,
  newEmail: string,
  options: MailOptions,
): Promise<UserRow> {
  await query("update auth.users set new_email = $2 where id = $1", [user.id, newEmail]);
  const mail = { userId: user.id, ...options };
  await queueOneTimeTokenMail(dependencies, query, { ...mail, kind: "email_change_current", to: user.email });
  if (!(await findUserByEmail(query, newEmail)))
    return queueOneTimeTokenMail(dependencies, query, { ...mail, kind: "email_change", to: newEmail });
  return queueTakenAddressMail(dependencies, query, user.id, newEmail);
}

/** Stores a token that nobody receives, so that the change stays pending, and tells the owner of the address. */
async function queueTakenAddressMail(
  { mail, config, internalKeys }: AuthDependencies,
  query: Query,
  userId: string,
  newEmail: string,
): Promise<UserRow> {
  const token = { user_id: userId, kind: "email_change", sentTo: newEmail, codeChallenge: null } as const;
  await issueOneTimeToken(query, internalKeys, token);
  await mail.accountExists(query, { to: newEmail, link: `${new URL(config.SITE_URL).origin}/login` });
  const { rows } = await query<UserRow>(
    "update auth.users set email_change_sent_at = now(), updated_at = now() where id = $1 returning *",
    [userId],
  );
  return rows[0] as UserRow;
}

/** Returns the user with the new address, or null while the other address has not confirmed. */
export async function confirmEmailChange(
  dependencies: NoticeDependencies,
  query: Query,
  { user_id }: TokenOwner,
): Promise<UserRow | null> {
  const pending = await query(
    "select 1 from auth.one_time_tokens where user_id = $1 and kind in ('email_change', 'email_change_current')",
    [user_id],
  );
  if (pending.rowCount > 0) return null;
  try {
    const { rows } = await query<UserRow & { readonly old_email: string }>(
      `with before as (select email as old_email from auth.users where id = $1)
       update auth.users set email = new_email, new_email = null, email_confirmed_at = now(), updated_at = now()
       from before where id = $1 and new_email is not null returning users.*, old_email`,
      [user_id],
    );
    const [user] = rows;
    if (!user) return null;
    // Earlier mails went to the old address, which may be somebody else's by now.
    await query("delete from auth.one_time_tokens where user_id = $1", [user_id]);
    await dropSignUps(query, user.email);
    await announceNewEmail(dependencies, query, user);
    return user;
  } catch (error) {
    // Someone else has signed up with the address in the meantime.
    if (kindOf(error) === "conflict") throw refusal("emailTaken", { cause: error });
    throw error;
  }
}

async function announceNewEmail(
  dependencies: NoticeDependencies,
  query: Query,
  { id, email, old_email }: UserRow & { readonly old_email: string },
): Promise<void> {
  await queueNotice(dependencies, query, {
    userId: id,
    to: old_email,
    notice: { kind: "address replaced", newEmail: email },
  });
  await queueNotice(dependencies, query, { userId: id, to: email, notice: { kind: "address now in use" } });
}
