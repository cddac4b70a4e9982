import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Query, Row } from "../../postgres/database.ts";
import { type InternalKeys, keyedHash, validKeyedHashes } from "../../tokens/keyed-hash.ts";

export type TokenKind =
  | "recovery"
  | "magiclink"
  | "email_change"
  | "email_change_current"
  | "reauthentication"
  /** Not mailed: the press of a button on the page of a mailed link has earned a session, which one browser may fetch. */
  | "auth_code";

const LIFETIME_SECONDS: Readonly<Record<TokenKind, number>> = {
  recovery: 3600,
  magiclink: 3600,
  email_change: 86_400,
  email_change_current: 86_400,
  reauthentication: 600,
  auth_code: 600,
};
const MAX_LIFETIME_SECONDS = Math.max(...Object.values(LIFETIME_SECONDS));
export const MAX_CODE_ATTEMPTS = 5;

/** The purposes of the keyed hashes. */
const LINK = "one-time link";
const CODE = "one-time code";

export interface TokenOwner {
  readonly user_id: string;
  readonly kind: TokenKind;
}

export interface Secrets {
  readonly linkToken: string;
  readonly code: string;
}

export function generateSecrets(): Secrets {
  return {
    linkToken: randomBytes(28).toString("hex"),
    code: String(randomInt(1_000_000)).padStart(6, "0"),
  };
}

interface NewToken extends TokenOwner {
  readonly sentTo: string;
  readonly codeChallenge: string | null;
}

/** A stranger can request mails that the owner did not want, so earlier links of these kinds stay valid. */
const KEPT_KINDS: readonly TokenKind[] = ["recovery", "magiclink"];
/** As many mails as an address may get in a day (server/limits/limits.ts). */
const MAX_KEPT = 10;

/** Creates the link token and the code for a mail; only their keyed hashes are stored. */
export async function issueOneTimeToken(
  query: Query,
  keys: InternalKeys,
  token: NewToken,
): Promise<Secrets & { linkHash: Buffer }> {
  const { user_id, kind, sentTo, codeChallenge } = token;
  const { linkToken, code } = generateSecrets();
  const linkHash = hashNewLinkToken(keys, linkToken);
  await query(
    `delete from auth.one_time_tokens where link_hash in (
       select link_hash from auth.one_time_tokens where user_id = $1 and kind = $2
       order by created_at desc, link_hash offset $3)`,
    [user_id, kind, KEPT_KINDS.includes(kind) ? MAX_KEPT - 1 : 0],
  );
  await query(
    `insert into auth.one_time_tokens (user_id, kind, link_hash, code_hash, sent_to, code_challenge, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
    [
      user_id,
      kind,
      linkHash,
      keyedHash(keys, CODE, user_id, kind, code),
      sentTo,
      codeChallenge,
      LIFETIME_SECONDS[kind],
    ],
  );
  return { linkToken, code, linkHash };
}

interface FoundToken extends TokenOwner, Row {
  readonly link_hash: Buffer;
  readonly sent_to: string;
  readonly code_challenge: string | null;
}

export async function findTokenByLink(
  query: Query,
  kinds: readonly TokenKind[],
  linkHashes: readonly Buffer[],
): Promise<FoundToken | null> {
  const { rows } = await query<FoundToken>(
    `select user_id, kind, link_hash, sent_to, code_challenge from auth.one_time_tokens
     where link_hash = any ($1) and kind = any ($2) and expires_at > now()`,
    [linkHashes, kinds],
  );
  return rows[0] ?? null;
}

/**
 * Deletes the token with one of these hashes, and the user's other ones of its kind, and returns its owner. Only one of
 * two concurrent requests gets it. The user row is locked first, as in every change of an account: locks acquired in
 * different orders would deadlock.
 */
export async function consumeOneTimeToken(
  query: Query,
  kinds: readonly TokenKind[],
  linkHashes: readonly Buffer[],
): Promise<TokenOwner | null> {
  await query(
    `select 1 from auth.users
     where id in (select user_id from auth.one_time_tokens where link_hash = any ($1)) for update`,
    [linkHashes],
  );
  // Whoever answers a mail has got it, so that mails to its address arrive.
  const { rows } = await query<{ user_id: string; kind: TokenKind }>(
    `with used as (
       delete from auth.one_time_tokens where link_hash = any ($1) and kind = any ($2) and expires_at > now()
       returning user_id, kind, sent_to
     )
     select user_id, kind, private.note_answered_mail(sent_to) from used`,
    [linkHashes, kinds],
  );
  const [owner] = rows;
  if (!owner) return null;
  await query("delete from auth.one_time_tokens where user_id = $1 and kind = $2", [
    owner.user_id,
    owner.kind,
  ]);
  return owner;
}

/**
 * Returns the link hash of the token that a typed code belongs to. Each call counts as an attempt, which must be committed
 * even if the code is wrong: never call it in a transaction that a refusal rolls back.
 */
export async function findLinkHashByCode(
  query: Query,
  keys: InternalKeys,
  kinds: readonly TokenKind[],
  sentTo: string,
  code: string,
): Promise<Buffer | null> {
  const { rows } = await query<{ user_id: string; kind: TokenKind; code_hash: Buffer; link_hash: Buffer }>(
    `update auth.one_time_tokens set code_tries = code_tries + 1
     where sent_to = $1 and kind = any ($2) and expires_at > now() and code_tries < ${MAX_CODE_ATTEMPTS}
     returning user_id, kind, code_hash, link_hash`,
    [sentTo, kinds],
  );
  const match = rows.find(({ user_id, kind, code_hash }) =>
    validKeyedHashes(keys, MAX_LIFETIME_SECONDS, CODE, user_id, kind, code).some((valid) =>
      timingSafeEqual(code_hash, valid),
    ),
  );
  return match?.link_hash ?? null;
}

export function hashNewLinkToken(keys: InternalKeys, linkToken: string): Buffer {
  return keyedHash(keys, LINK, linkToken);
}

/** Returns the hashes that a link token may be stored under: one for each valid key. */
export function hashLinkToken(keys: InternalKeys, linkToken: string): Buffer[] {
  return validKeyedHashes(keys, MAX_LIFETIME_SECONDS, LINK, linkToken);
}
