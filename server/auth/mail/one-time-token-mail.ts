import type { AccountMail } from "../../mail/account-mail.ts";
import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import type { UserRow } from "../users.ts";
import { issueOneTimeToken, type TokenKind } from "./one-time-tokens.ts";

interface Kind {
  readonly sentAt: string;
  readonly mail: keyof AccountMail;
  /** What the link says it is for; absent where the mail carries a code alone. */
  readonly linkType?: string;
}

const KINDS: Readonly<Record<TokenKind, Kind>> = {
  signup: { sentAt: "confirmation_sent_at", mail: "confirmSignUp", linkType: "signup" },
  recovery: { sentAt: "recovery_sent_at", mail: "resetPassword", linkType: "recovery" },
  magiclink: { sentAt: "recovery_sent_at", mail: "signInLink", linkType: "magiclink" },
  email_change: { sentAt: "email_change_sent_at", mail: "confirmNewEmail", linkType: "email_change" },
  email_change_current: { sentAt: "email_change_sent_at", mail: "confirmNewEmail", linkType: "email_change" },
  reauthentication: { sentAt: "reauthentication_sent_at", mail: "reauthenticate" },
};

interface TokenMail {
  readonly userId: string;
  readonly kind: TokenKind;
  readonly to: string;
  readonly redirectTo?: string;
}

/** Stores a token and queues the mail that carries it, both in the caller's transaction; gives the user as he is then. */
export async function queueOneTimeTokenMail(
  { mail, config, internalKey }: Pick<AuthDependencies, "mail" | "config" | "internalKey">,
  query: Query,
  { userId, kind, to, redirectTo }: TokenMail,
): Promise<UserRow> {
  const { sentAt, mail: message, linkType } = KINDS[kind];
  const { rows } = await query<UserRow>(
    `update auth.users set ${sentAt} = now(), updated_at = now() where id = $1 returning *`,
    [userId],
  );
  const { hash, code } = await issueOneTimeToken(query, internalKey, { user_id: userId, kind }, to);
  const link = linkType && redirectTo && linkTo(config.SITE_URL, hash, linkType, redirectTo);
  await mail[message](query, { to, code, ...(link && { link }) });
  return rows[0] as UserRow;
}

function linkTo(siteUrl: string, token: string, type: string, redirectTo: string): string {
  return `${siteUrl}/auth/v1/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`;
}
