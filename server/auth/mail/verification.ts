import type { Query } from "../../postgres/database.ts";
import { recordSecurityFailure, setEventOrigin } from "../../security-events/security-events.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import type { Client } from "../sessions/client.ts";
import { endOtherSessions } from "../sessions/end-sessions.ts";
import { createSession, type SessionRow } from "../sessions/sessions.ts";
import { type Credentials, confirmSignUp, findSignUpByLink } from "../sign-ups/pending-sign-ups.ts";
import { isBanned, type UserRow } from "../users.ts";
import { confirmEmailChange } from "./email-change.ts";
import { consumeOneTimeToken, findTokenByLink, type TokenKind, type TokenOwner } from "./one-time-tokens.ts";

/** The purposes of links, codes and authorization codes. */
export interface Purpose {
  readonly isSignUp: boolean;
  readonly kinds: readonly TokenKind[];
}

/** The purposes that each `type` of the protocol stands for. */
const PURPOSE_BY_TYPE: Readonly<Record<string, Purpose>> = {
  signup: { isSignUp: true, kinds: [] },
  invite: { isSignUp: true, kinds: [] },
  recovery: { isSignUp: false, kinds: ["recovery"] },
  magiclink: { isSignUp: false, kinds: ["magiclink"] },
  email: { isSignUp: true, kinds: ["magiclink"] },
  email_change: { isSignUp: false, kinds: ["email_change", "email_change_current"] },
};

export function requirePurpose(type: string): Purpose {
  const purpose = Object.hasOwn(PURPOSE_BY_TYPE, type) ? PURPOSE_BY_TYPE[type] : undefined;
  if (!purpose) throw refusal("verifyTypeUnknown");
  return purpose;
}

/** An unused link that has not expired. */
export interface ValidLink {
  readonly kind: "signup" | TokenKind;
  readonly linkHash: Buffer;
  readonly sentTo: string;
  readonly codeChallenge: string | null;
  /** The sign-up has a password, which counts if the browser that chose it also proves the mailbox. */
  readonly hasPassword: boolean;
}

/** Looks a link up without using it. */
export async function findValidLink(
  query: Query,
  { isSignUp, kinds }: Purpose,
  linkHashes: readonly Buffer[],
): Promise<ValidLink | null> {
  const signUp = isSignUp && (await findSignUpByLink(query, linkHashes));
  if (signUp) {
    const { email, link_hash, code_challenge, password_hash } = signUp;
    return {
      kind: "signup",
      linkHash: link_hash,
      sentTo: email,
      codeChallenge: code_challenge,
      hasPassword: password_hash !== null,
    };
  }
  const token = await findTokenByLink(query, kinds, linkHashes);
  if (!token) return null;
  const { kind, link_hash, sent_to, code_challenge } = token;
  return {
    kind,
    linkHash: link_hash,
    sentTo: sent_to,
    codeChallenge: code_challenge,
    hasPassword: false,
  };
}

export const OTHER_ADDRESS_PENDING =
  "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type VerifyDependencies = Pick<AuthDependencies, "database" | "mail" | "config" | "internalKeys">;

interface Verification {
  readonly purpose: Purpose;
  readonly linkHashes: readonly Buffer[];
  readonly credentials: Credentials;
  readonly client: Client;
}

/**
 * Uses a link or a code and signs its owner in: reading the mail proves that the address is theirs. A refusal rolls
 * everything back, including the use.
 */
export async function verifyLink<T>(
  dependencies: VerifyDependencies,
  { purpose, linkHashes, credentials, client }: Verification,
  signIn: (query: Query, user: UserRow) => Promise<T>,
): Promise<T | "other address pending" | null> {
  return dependencies.database.transaction(async (query) => {
    await setEventOrigin(query, client);
    const signedUp = purpose.isSignUp && (await confirmSignUp(query, linkHashes, credentials));
    if (signedUp) return signIn(query, signedUp);
    const owner = await consumeOneTimeToken(query, purpose.kinds, linkHashes);
    if (!owner) {
      await recordUnknownLink(query, client);
      return null;
    }
    const isChange = owner.kind === "email_change" || owner.kind === "email_change_current";
    const user = isChange
      ? await confirmEmailChange(dependencies, query, owner)
      : await recordSignIn(query, owner);
    if (!user) return "other address pending";
    if (isBanned(user)) throw refusal("banned");
    if (isChange) await endOtherSessions(query, user.id, null);
    return signIn(query, user);
  });
}

/** Records a link or an authorization code that is invalid or no longer valid. Its user is unknown. */
export async function recordUnknownLink(query: Query, client: Client): Promise<void> {
  const details = { reason: "link" };
  await recordSecurityFailure(query, { kind: "sign-in failed", userId: null, ...client, details });
}

interface SignedIn {
  readonly session: SessionRow;
  readonly user: UserRow;
}

export const startSession =
  (dependencies: VerifyDependencies, client: Client) =>
  async (query: Query, user: UserRow): Promise<SignedIn> => ({
    session: await createSession(dependencies, query, { user, method: "otp", client }),
    user,
  });

async function recordSignIn(query: Query, { user_id }: TokenOwner): Promise<UserRow> {
  const { rows } = await query<UserRow>(
    "update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1 returning *",
    [user_id],
  );
  return rows[0] as UserRow;
}
