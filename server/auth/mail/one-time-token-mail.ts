import type { AccountMailKind } from "../../mail/account-texts.ts";
import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import type { UserRow } from "../users.ts";
import { issueOneTimeToken, type TokenKind } from "./one-time-tokens.ts";

type MailedKind = Exclude<TokenKind, "auth_code">;

interface TokenMailKind {
  readonly sentAtColumn: string;
  readonly template: AccountMailKind;
  /** The `type` parameter of the link; absent if the mail has only a code. */
  readonly linkType?: string;
}

const KINDS: Readonly<Record<MailedKind, TokenMailKind>> = {
  recovery: { sentAtColumn: "recovery_sent_at", template: "resetPassword", linkType: "recovery" },
  magiclink: { sentAtColumn: "recovery_sent_at", template: "signInLink", linkType: "magiclink" },
  email_change: {
    sentAtColumn: "email_change_sent_at",
    template: "confirmNewEmail",
    linkType: "email_change",
  },
  email_change_current: {
    sentAtColumn: "email_change_sent_at",
    template: "confirmNewEmail",
    linkType: "email_change",
  },
  reauthentication: { sentAtColumn: "reauthentication_sent_at", template: "reauthenticate" },
};

interface TokenMail {
  readonly userId: string;
  readonly kind: MailedKind;
  readonly to: string;
  readonly redirectTo?: string;
  readonly codeChallenge?: string | null;
}

/** Stores a token and queues its mail, both in the caller's transaction. Returns the updated user. */
export async function queueOneTimeTokenMail(
  { mail, config, internalKeys }: Pick<AuthDependencies, "mail" | "config" | "internalKeys">,
  query: Query,
  { userId, kind, to, redirectTo, codeChallenge = null }: TokenMail,
): Promise<UserRow> {
  const { sentAtColumn, template, linkType } = KINDS[kind];
  const { rows } = await query<UserRow>(
    `update auth.users set ${sentAtColumn} = now(), updated_at = now() where id = $1 returning *`,
    [userId],
  );
  const token = { user_id: userId, kind, sentTo: to, codeChallenge };
  const { linkToken, code } = await issueOneTimeToken(query, internalKeys, token);
  const link = linkType && redirectTo && createMailedLink(config.SITE_URL, linkToken, linkType, redirectTo);
  await mail[template](query, { to, code, ...(link && { link }) });
  return rows[0] as UserRow;
}

export function createMailedLink(siteUrl: string, token: string, type: string, redirectTo: string): string {
  return `${siteUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
}
