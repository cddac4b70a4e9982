import { NOTICE_DAYS } from "../../../domain/notices.ts";
import type { Query } from "../../postgres/database.ts";
import { recordSecurityEvent, setEventOrigin } from "../../security-events/security-events.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { removeFactorsOf, removeFactorsSince } from "../factors/remove-factors.ts";
import { queueOneTimeTokenMail } from "../mail/one-time-token-mail.ts";
import { removePasskeysOnDispute } from "../passkeys/remove-passkeys.ts";
import type { Client } from "../sessions/client.ts";
import { endOtherSessions } from "../sessions/end-sessions.ts";
import { isBanned, type UserRow } from "../users.ts";
import { hashNoticeToken } from "./queue-notice.ts";

export async function isNoticeToken(
  { database, internalKeys }: Pick<AuthDependencies, "database" | "internalKeys">,
  token: string,
): Promise<boolean> {
  const { rowCount } = await database.query(
    "select from auth.notice_tokens where token_hash = any ($1) and expires_at > now()",
    [hashNoticeToken(internalKeys, token)],
  );
  return rowCount > 0;
}

/**
 * Closes the account to everyone who is in it now, and mails a link for a new password to the address of the notice.
 * That address was proved, even if the account has another one by now (docs/decisions/0023-notice-mails.md). Returns
 * whether the token was valid.
 */
export async function disputeChange(
  dependencies: AuthDependencies,
  token: string,
  client: Client,
): Promise<boolean> {
  const hashes = hashNoticeToken(dependencies.internalKeys, token);
  return dependencies.database.transaction(async (query) => {
    const user = await lockOwner(query, hashes);
    if (!user) return false;
    const { rows } = await query<{ sent_to: string; sent_at: string; is_about_turning_on: boolean }>(
      `delete from auth.notice_tokens where token_hash = any ($1) and expires_at > now()
       returning sent_to, is_about_turning_on, (expires_at - make_interval(days => $2))::text as sent_at`,
      [hashes, NOTICE_DAYS],
    );
    const [notice] = rows;
    if (!notice) return false;
    await setEventOrigin(query, client);
    await closeAccount(query, user.id);
    await removePasskeysOnDispute(query, user.id, notice.sent_at);
    if (notice.is_about_turning_on) await removeFactorsSince(query, user.id, notice.sent_at);
    else await removeFactorsOf(query, user.id, notice.sent_at);
    await recordSecurityEvent(query, { kind: "change disputed", userId: user.id, ...client });
    await dependencies.mail.dispute(query, { userId: user.id, hasMoved: notice.sent_to !== user.email });
    if (isBanned(user)) return true;
    await queueOneTimeTokenMail(dependencies, query, {
      userId: user.id,
      kind: "recovery",
      to: notice.sent_to,
      redirectTo: `${dependencies.config.SITE_URL}/reset-password`,
    });
    return true;
  });
}

/** The user row is locked first, as in every change of an account. */
async function lockOwner(query: Query, hashes: readonly Buffer[]): Promise<UserRow | undefined> {
  const { rows } = await query<UserRow>(
    `select * from auth.users
     where id = (select user_id from auth.notice_tokens where token_hash = any ($1)) for update`,
    [hashes],
  );
  return rows[0];
}

/**
 * Ends all sessions, and makes the password, all mailed links and codes, the calendar's address, and the invitations that
 * were sent from the account useless.
 */
async function closeAccount(query: Query, userId: string): Promise<void> {
  await endOtherSessions(query, userId, null);
  await query("delete from public.calendar_feeds where user_id = $1", [userId]);
  await query("delete from auth.one_time_tokens where user_id = $1", [userId]);
  await query("select private.end_invitations_by($1)", [userId]);
  await query(
    "update auth.users set password_hash = null, new_email = null, updated_at = now() where id = $1",
    [userId],
  );
}
