import type { AccountMailKind } from "../../mail/account-texts.ts";
import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import type { UserRow } from "../users.ts";
import { issueOneTimeToken, type TokenKind } from "./one-time-tokens.ts";

interface TokenMailKind {
  readonly sentAtColumn: string;
  readonly template: AccountMailKind;
  /** The `type` parameter of the link; absent if the mail has only a code. */
  readonly linkType?: string;
}

const KINDS: Readonly<Record<TokenKind, TokenMailKind>> = {
  signup: { sentAtColumn: "confirmation_sent_at", template: "confirmSignUp", linkType: "signup" },
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
  readonly kind: TokenKind;
  readonly to: string;
  readonly redirectTo?: string;
}

/** Stores a token and queues its mail, both in the caller's transaction. Returns the updated user. */
export async function queueOneTimeTokenMail(
  { mail, config, internalKeys }: Pick<AuthDependencies, "mail" | "config" | "internalKeys">,
  query: Query,
  { userId, kind, to, redirectTo }: TokenMail,
): Promise<UserRow> {
  const { sentAtColumn, template, linkType } = KINDS[kind];
  const { rows } = await query<UserRow>(
    `update auth.users set ${sentAtColumn} = now(), updated_at = now() where id = $1 returning *`,
    [userId],
  );
  const { linkToken, code } = await issueOneTimeToken(query, internalKeys, { user_id: userId, kind }, to);
  const link = linkType && redirectTo && createLink(config.SITE_URL, linkToken, linkType, redirectTo);
  await mail[template](query, { to, code, ...(link && { link }) });
  return rows[0] as UserRow;
}

function createLink(siteUrl: string, token: string, type: string, redirectTo: string): string {
  return `${siteUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
}
