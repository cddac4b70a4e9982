import type { Query, Row } from "../postgres/database.ts";
import { refusal } from "./errors.ts";
import { type FactorRow, renderFactor } from "./factors/factors.ts";

export interface UserRow extends Row {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly user_metadata: Readonly<Record<string, unknown>>;
  readonly identity_id: string;
  /** Null only while a sign-up is shown as a user: an account begins when its mailbox is proved. */
  readonly email_confirmed_at: Date | null;
  readonly confirmation_sent_at: Date | null;
  readonly recovery_sent_at: Date | null;
  readonly new_email: string | null;
  readonly email_change_sent_at: Date | null;
  readonly reauthentication_sent_at: Date | null;
  readonly last_sign_in_at: Date | null;
  readonly banned_until: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export async function findUserByEmail(query: Query, email: string): Promise<UserRow | null> {
  const { rows } = await query<UserRow>("select * from auth.users where email = $1", [email]);
  return rows[0] ?? null;
}

/** Locks the account until the end of the transaction. Every change of an account locks it first. */
export async function lockUser(query: Query, id: string): Promise<UserRow> {
  const { rows } = await query<UserRow>("select * from auth.users where id = $1 for update", [id]);
  const [user] = rows;
  if (!user) throw refusal("userGone");
  return user;
}

export function isBanned(user: UserRow): boolean {
  return user.banned_until !== null && user.banned_until > new Date();
}

export const APP_METADATA = { provider: "email", providers: ["email"] };

/** `email_verified` is derived, not stored, so that users cannot change it. */
export function buildUserMetadata(user: UserRow): Record<string, unknown> {
  return { ...user.user_metadata, ...(user.email_confirmed_at && { email_verified: true }) };
}

/** Renders a user in the format of the protocol, which omits times that are not set. */
export function renderUser(user: UserRow, factors: readonly FactorRow[]): Record<string, unknown> {
  const { id, email, created_at, updated_at } = user;
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    ...omitNulls({
      email_confirmed_at: user.email_confirmed_at,
      confirmed_at: user.email_confirmed_at,
      confirmation_sent_at: user.confirmation_sent_at,
      recovery_sent_at: user.recovery_sent_at,
      new_email: user.new_email,
      email_change_sent_at: user.email_change_sent_at,
      reauthentication_sent_at: user.reauthentication_sent_at,
      last_sign_in_at: user.last_sign_in_at,
      banned_until: user.banned_until,
    }),
    app_metadata: APP_METADATA,
    user_metadata: buildUserMetadata(user),
    identities: [renderIdentity(user)],
    ...(factors.length > 0 && { factors: factors.map(renderFactor) }),
    created_at,
    updated_at,
    is_anonymous: false,
  };
}

function renderIdentity(user: UserRow): Record<string, unknown> {
  const { id, email, created_at, updated_at } = user;
  return {
    identity_id: user.identity_id,
    id,
    user_id: id,
    identity_data: {
      ...user.user_metadata,
      sub: id,
      email,
      email_verified: user.email_confirmed_at !== null,
      phone_verified: false,
    },
    provider: "email",
    last_sign_in_at: user.last_sign_in_at ?? created_at,
    created_at,
    updated_at,
    email,
  };
}

function omitNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
