import { randomUUID, timingSafeEqual } from "node:crypto";
import { verifyPassword } from "../../passwords/hashing.ts";
import type { Query, Row } from "../../postgres/database.ts";
import { type InternalKeys, keyedHash, validKeyedHashes } from "../../tokens/keyed-hash.ts";
import { generateSecrets, hashNewLinkToken, MAX_CODE_ATTEMPTS } from "../mail/one-time-tokens.ts";
import type { UserRow } from "../users.ts";

const LIFETIME_SECONDS = 86_400;
/** The oldest is dropped: a stranger could otherwise keep the owner of an address from signing up. */
const MAX_PER_ADDRESS = 5;
const CODE = "sign-up code";

export interface PendingSignUp extends Row {
  readonly id: string;
  readonly email: string;
  readonly password_hash: string | null;
  readonly user_metadata: Readonly<Record<string, unknown>>;
  readonly link_hash: Buffer;
  readonly code_challenge: string | null;
  readonly created_at: Date;
}

export interface NewSignUp {
  readonly email: string;
  readonly passwordHash: string | null;
  readonly metadataJson: string;
  readonly codeChallenge: string | null;
}

/** Adds a sign-up beside the others of its address. */
export async function createPendingSignUp(
  query: Query,
  keys: InternalKeys,
  { email, passwordHash, metadataJson, codeChallenge }: NewSignUp,
): Promise<{ signUp: PendingSignUp; linkToken: string; code: string }> {
  const { linkToken, code } = generateSecrets();
  const id = randomUUID();
  const { rows } = await query<PendingSignUp>(
    `insert into auth.pending_sign_ups
       (id, email, password_hash, user_metadata, link_hash, code_hash, code_challenge, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(secs => ${LIFETIME_SECONDS})) returning *`,
    [
      id,
      email,
      passwordHash,
      metadataJson,
      hashNewLinkToken(keys, linkToken),
      keyedHash(keys, CODE, id, code),
      codeChallenge,
    ],
  );
  // Concurrent sign-ups skip each other's rows: locks acquired in different orders would deadlock.
  await query(
    `delete from auth.pending_sign_ups where id in (
       select id from auth.pending_sign_ups where email = $1 order by created_at desc, id
       offset ${MAX_PER_ADDRESS} for update skip locked)`,
    [email],
  );
  return { signUp: rows[0] as PendingSignUp, linkToken, code };
}

export async function findSignUpByLink(
  query: Query,
  linkHashes: readonly Buffer[],
): Promise<PendingSignUp | null> {
  const { rows } = await query<PendingSignUp>(
    "select * from auth.pending_sign_ups where link_hash = any ($1) and expires_at > now()",
    [linkHashes],
  );
  return rows[0] ?? null;
}

/**
 * Returns the link hash of the sign-up whose mail carried the code. A client that knows the ids of its own sign-ups passes
 * them, so that a code from the mail of a stranger's sign-up is not accepted; a mail that confirms the address alone is
 * nobody's. Each call counts as an attempt and must be committed.
 */
export async function findSignUpByCode(
  query: Query,
  keys: InternalKeys,
  { email, code, ids }: { email: string; code: string; ids: readonly string[] | null },
): Promise<Buffer | null> {
  const { rows } = await query<{ id: string; code_hash: Buffer; link_hash: Buffer }>(
    `update auth.pending_sign_ups set code_tries = code_tries + 1
     where email = $1 and expires_at > now() and code_tries < ${MAX_CODE_ATTEMPTS}
       and ($2::uuid[] is null or id = any ($2) or password_hash is null)
     returning id, code_hash, link_hash`,
    [email, ids],
  );
  const match = rows.find(({ id, code_hash }) =>
    validKeyedHashes(keys, LIFETIME_SECONDS, CODE, id, code).some((valid) =>
      timingSafeEqual(code_hash, valid),
    ),
  );
  return match?.link_hash ?? null;
}

/**
 * Returns whether this is the password of the newest sign-up of the address. Taken addresses have pending sign-ups too, so
 * the result does not reveal whether the address has an account.
 */
export async function isPasswordOfSignUp(
  query: Query,
  email: string,
  password: string,
  network: string,
): Promise<boolean> {
  const { rows } = await query<{ password_hash: string }>(
    `select password_hash from auth.pending_sign_ups
     where email = $1 and expires_at > now() and password_hash is not null order by created_at desc limit 1`,
    [email],
  );
  return verifyPassword(password, rows[0]?.password_hash ?? null, network);
}

/** The credentials of the account that a confirmed sign-up becomes. */
export type Credentials =
  /** The person who gave the password also proved the mailbox. */
  | "as signed up"
  /** Somebody else may have signed up: their password and data are dropped. Null: the account has no password yet. */
  | { readonly passwordHash: string | null };

/**
 * Turns a sign-up into an account and drops all others of its address. Returns null if the link is not valid, or if the
 * address has got an account in the meantime.
 */
export async function confirmSignUp(
  query: Query,
  linkHashes: readonly Buffer[],
  credentials: Credentials,
): Promise<UserRow | null> {
  // All rows are locked in one order, because two links of one address may be confirmed at the same time.
  const { rows } = await query<PendingSignUp & { is_valid: boolean }>(
    `select *, link_hash = any ($1) and expires_at > now() as is_valid from auth.pending_sign_ups
     where email = (select email from auth.pending_sign_ups where link_hash = any ($1)) order by id for update`,
    [linkHashes],
  );
  const signUp = rows.find(({ is_valid }) => is_valid);
  if (!signUp) return null;
  const account =
    credentials === "as signed up"
      ? { id: signUp.id, passwordHash: signUp.password_hash, metadata: signUp.user_metadata }
      : { id: randomUUID(), passwordHash: credentials.passwordHash, metadata: {} };
  const created = await query<UserRow>(
    `insert into auth.users
       (id, email, password_hash, user_metadata, confirmation_sent_at, email_confirmed_at, last_sign_in_at)
     values ($1, $2, $3, $4, $5, now(), now()) on conflict (email) do nothing returning *`,
    [account.id, signUp.email, account.passwordHash, account.metadata, signUp.created_at],
  );
  await dropSignUps(query, signUp.email);
  return created.rows[0] ?? null;
}

export async function dropSignUps(query: Query, email: string): Promise<void> {
  await query("delete from auth.pending_sign_ups where email = $1", [email]);
}
