import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import type { Client } from "../sessions/client.ts";
import { endOtherSessions } from "../sessions/end-sessions.ts";
import { createSession, type SessionRow } from "../sessions/sessions.ts";
import { isBanned, type UserRow } from "../users.ts";
import { confirmEmailChange } from "./email-change.ts";
import { consumeOneTimeToken, type TokenKind, type TokenOwner } from "./one-time-tokens.ts";

/** The kinds of token that each `type` of the protocol accepts. */
const KINDS_BY_TYPE: Readonly<Record<string, readonly TokenKind[]>> = {
  signup: ["signup"],
  invite: ["signup"],
  recovery: ["recovery"],
  magiclink: ["magiclink"],
  email: ["signup", "magiclink"],
  email_change: ["email_change", "email_change_current"],
};

export function requireKinds(type: string): readonly TokenKind[] {
  const kinds = Object.hasOwn(KINDS_BY_TYPE, type) ? KINDS_BY_TYPE[type] : undefined;
  if (!kinds) throw refusal("verifyTypeUnknown");
  return kinds;
}

type Verified = { readonly session: SessionRow; readonly user: UserRow } | "other address pending";

export const OTHER_ADDRESS_PENDING =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

/**
 * Consumes a token and signs its owner in: reading the mail proves that the address is theirs. A refusal rolls everything
 * back, including the use of the token.
 */
export async function verifyToken(
  dependencies: Pick<AuthDependencies, "database" | "mail" | "config" | "internalKeys">,
  kinds: readonly TokenKind[],
  linkHashes: readonly Buffer[],
  client: Client,
): Promise<Verified | null> {
  return dependencies.database.transaction(async (query) => {
    const owner = await consumeOneTimeToken(query, kinds, linkHashes);
    if (!owner) return null;
    const isChange = owner.kind === "email_change" || owner.kind === "email_change_current";
    const user = isChange
      ? await confirmEmailChange(dependencies, query, owner)
      : await confirmEmail(query, owner);
    if (!user) return "other address pending";
    if (isBanned(user)) throw refusal("banned");
    if (isChange) await endOtherSessions(query, user.id, null);
    return { session: await createSession(dependencies, query, { user, method: "otp", client }), user };
  });
}

async function confirmEmail(query: Query, { user_id }: TokenOwner): Promise<UserRow> {
  const { rows } = await query<UserRow>(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()), last_sign_in_at = now(),
       updated_at = now() where id = $1 returning *`,
    [user_id],
  );
  return rows[0] as UserRow;
}
