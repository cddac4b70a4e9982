import { randomBytes } from "node:crypto";
import { NOTICE_DAYS } from "../../../domain/notices.ts";
import type { Notice } from "../../mail/notice-texts.ts";
import type { Query } from "../../postgres/database.ts";
import { type InternalKeys, keyedHash, validKeyedHashes } from "../../tokens/keyed-hash.ts";
import type { AuthDependencies } from "../dependencies.ts";

export type NoticeDependencies = Pick<AuthDependencies, "mail" | "config" | "internalKeys">;

const PURPOSE = "notice";

/** Queues the mail in the transaction of the change, with a link that works once and without a login. */
export async function queueNotice(
  { mail, config, internalKeys }: NoticeDependencies,
  query: Query,
  { userId, to, notice }: { readonly userId: string; readonly to: string; readonly notice: Notice },
): Promise<void> {
  const token = randomBytes(24).toString("base64url");
  await query(
    `insert into auth.notice_tokens (token_hash, user_id, sent_to, expires_at, is_about_turning_on)
     values ($1, $2, $3, now() + make_interval(days => $4), $5)`,
    [keyedHash(internalKeys, PURPOSE, token), userId, to, NOTICE_DAYS, isAboutTurningOn(notice)],
  );
  await mail.notice(query, { to, notice, link: `${config.SITE_URL}/not-me/v1?token=${token}` });
}

/** The button of such a notice may turn two-step login off again. */
function isAboutTurningOn(notice: Notice): boolean {
  return notice.kind === "two-step changed" && notice.change === "turned on";
}

/** Returns the hashes under which the token may be stored. */
export function hashNoticeToken(internalKeys: InternalKeys, token: string): Buffer[] {
  return validKeyedHashes(internalKeys, NOTICE_DAYS * 86_400, PURPOSE, token);
}
