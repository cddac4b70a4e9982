import { randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import type { Query } from "../../postgres/database.ts";
import { keyedHash } from "../../tokens/keyed-hash.ts";

export type TokenKind =
  | "signup"
  | "recovery"
  | "magiclink"
  | "email_change"
  | "email_change_current"
  | "reauthentication";

const LIFETIME_SECONDS: Readonly<Record<TokenKind, number>> = {
  signup: 86_400,
  recovery: 3600,
  magiclink: 3600,
  email_change: 86_400,
  email_change_current: 86_400,
  reauthentication: 3600,
};
const CODE_TRIES = 5;

export interface TokenOwner {
  readonly user_id: string;
  readonly kind: TokenKind;
}

/** Makes what a mail will carry; only keyed hashes of it stay here. An older mail of the same kind is worthless now. */
export async function issueOneTimeToken(
  query: Query,
  internalKey: string,
  owner: TokenOwner,
  sentTo: string,
): Promise<{ hash: string; code: string }> {
  const hash = randomBytes(28).toString("hex");
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await query(
    `insert into auth.one_time_tokens (user_id, kind, link_hash, code_hash, sent_to, expires_at)
     values ($1, $2, $3, $4, $5, now() + make_interval(secs => $6))
     on conflict (user_id, kind) do update set link_hash = excluded.link_hash, code_hash = excluded.code_hash,
       sent_to = excluded.sent_to, expires_at = excluded.expires_at, created_at = now(), code_tries = 0`,
    [
      owner.user_id,
      owner.kind,
      hashLinkToken(internalKey, hash),
      hashCode(internalKey, owner, code),
      sentTo,
      LIFETIME_SECONDS[owner.kind],
    ],
  );
  return { hash, code };
}

/**
 * Uses up the token that has this hash. Of two that come together, one gets it. Its user is locked first, as in all that
 * changes an account: taken in two orders, locks would wait for each other.
 */
export async function consumeOneTimeToken(
  query: Query,
  kinds: readonly TokenKind[],
  linkHash: Buffer,
): Promise<TokenOwner | null> {
  await query(
    `select 1 from auth.users
     where id = (select user_id from auth.one_time_tokens where link_hash = $1) for update`,
    [linkHash],
  );
  const { rows } = await query<{ user_id: string; kind: TokenKind }>(
    `delete from auth.one_time_tokens where link_hash = $1 and kind = any ($2) and expires_at > now()
     returning user_id, kind`,
    [linkHash, kinds],
  );
  return rows[0] ?? null;
}

/**
 * The hash of the token that a typed code belongs to. Each look counts as a try, right or wrong, so it must be committed whatever
 * comes of it: never call it inside a transaction that a refusal rolls back.
 */
export async function findLinkHashByCode(
  query: Query,
  internalKey: string,
  kinds: readonly TokenKind[],
  sentTo: string,
  code: string,
): Promise<Buffer | null> {
  const { rows } = await query<{ user_id: string; kind: TokenKind; code_hash: Buffer; link_hash: Buffer }>(
    `update auth.one_time_tokens set code_tries = code_tries + 1
     where sent_to = $1 and kind = any ($2) and expires_at > now() and code_tries < ${CODE_TRIES}
     returning user_id, kind, code_hash, link_hash`,
    [sentTo, kinds],
  );
  const right = rows.find((row) => timingSafeEqual(row.code_hash, hashCode(internalKey, row, code)));
  return right?.link_hash ?? null;
}

export function hashLinkToken(internalKey: string, hash: string): Buffer {
  return keyedHash(internalKey, "one-time link", hash);
}

function hashCode(internalKey: string, { user_id, kind }: TokenOwner, code: string): Buffer {
  return keyedHash(internalKey, "one-time code", user_id, kind, code);
}
