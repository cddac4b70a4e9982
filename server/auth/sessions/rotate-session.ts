import type { Query, ServiceDatabase } from "../../postgres/database.ts";
import { recordSecurityEvent } from "../../security-events/security-events.ts";
import { refusal } from "../errors.ts";
import type { UserRow } from "../users.ts";
import type { Client } from "./client.ts";
import type { RefreshTokenContent } from "./refresh-tokens.ts";
import type { SessionRow } from "./sessions.ts";

/** Tabs that refresh at once may arrive this long after each other, and must get the same token. */
const PROMPT_SECONDS = 10;

/** The request that presents the token. */
export interface RefreshRequest {
  readonly client: Client;
  /** Returns the milliseconds since the whole request, or one with the same token that is not answered, had arrived. */
  readonly elapsedMs: () => number;
}

interface RotatedSession {
  readonly session: SessionRow;
  readonly user: UserRow;
}

/**
 * Returns the session of a refresh token, and its user. The current token advances the session by one rotation. For a
 * token that was used before, see docs/decisions/0022-refresh-token-reuse.md.
 */
export async function rotateSession(
  database: ServiceDatabase,
  token: RefreshTokenContent,
  request: RefreshRequest,
): Promise<RotatedSession> {
  const outcome = await database.transaction(async (query) => {
    const locked = await lockSession(query, token.sessionId, request.elapsedMs());
    const session = await rotate(query, locked, token);
    // Returned and not thrown, because an exception would roll back the end of the session.
    if (session === "copied") return endCopiedSession(query, locked, request.client);
    return { session, user: await findUser(query, session.user_id) };
  });
  if (outcome === "copied") throw refusal("refreshTokenUsed");
  return outcome;
}

async function rotate(
  query: Query,
  session: LockedSession,
  token: RefreshTokenContent,
): Promise<SessionRow | "copied"> {
  // A rotation ahead of the stored one is genuine too: the database was restored from an older backup.
  if (token.rotation >= session.rotation) return advance(query, token);
  if (token.rotation === session.refreshed_from) {
    if (session.is_concurrent) return session;
    if (isLostResponse(session))
      return session.is_prompt && session.may_repeat
        ? repeatResponse(query, token)
        : replaceLostToken(query, token);
  }
  return "copied";
}

/** The session has a foreign key, so while it is locked, its user exists. */
async function findUser(query: Query, id: string): Promise<UserRow> {
  const { rows } = await query<UserRow>("select * from auth.users where id = $1", [id]);
  return rows[0] as UserRow;
}

interface LockedSession extends SessionRow {
  readonly acknowledged_rotation: number;
  /** The rotation whose token led to the current one. */
  readonly refreshed_from: number | null;
  /** The newest rotation whose response was repeated. Null again after the use of an access token. */
  readonly reused_rotation: number | null;
  /** False if the response of the rotation before was repeated: tabs rarely refresh at once twice, but a thief may. */
  readonly may_repeat: boolean;
  readonly is_active: boolean;
  readonly is_banned: boolean;
  /** True if the whole request arrived before the last rotation, so its client could not know the current token. */
  readonly is_concurrent: boolean;
  /** True if it arrived soon after. */
  readonly is_prompt: boolean;
}

/**
 * The database's clock decides, because those of servers may differ. now() is the beginning of the transaction. It
 * precedes the wait for the lock, and the time that a new connection takes to plan this statement: that is longer than
 * a whole rotation, so a tab that refreshes at the same time would seem late. No client can delay now(): the body of a
 * request is complete before its transaction begins.
 */
async function lockSession(query: Query, sessionId: string, elapsedMs: number): Promise<LockedSession> {
  const { rows } = await query<LockedSession>(
    `select session.*, account.banned_until > now() is true as is_banned,
       exists (select from private.active_sessions active where active.id = session.id) as is_active,
       arrived_at <= refreshed_at as is_concurrent,
       arrived_at < refreshed_at + $3 * interval '1 s' as is_prompt
     from auth.sessions session join auth.users account on account.id = session.user_id,
       (select now() - $2 * interval '1 ms' as arrived_at) request
     where session.id = $1 for update of session`,
    [sessionId, elapsedMs, PROMPT_SECONDS],
  );
  const [session] = rows;
  if (session?.is_banned) throw refusal("bannedAtSignIn");
  if (!session?.is_active) throw refusal("refreshTokenUnknown");
  return session;
}

async function advance(query: Query, { sessionId, rotation }: RefreshTokenContent): Promise<SessionRow> {
  const { rows } = await query<SessionRow>(
    `update auth.sessions set rotation = $2::integer + 1, refreshed_from = $2, acknowledged_rotation = $2,
       reused_rotation = case when acknowledged_rotation < rotation then reused_rotation end,
       may_repeat = reused_rotation is distinct from refreshed_from or reused_rotation is null, refreshed_at = clock_timestamp(), last_used_at = now() where id = $1 returning *`,
    [sessionId, rotation],
  );
  return rows[0] as SessionRow;
}

/**
 * A client that has received the current token has no reason to use the one before. Two lost responses in a row, with
 * no use of an access token in between, are not a coincidence: a thief and the owner take turns.
 */
function isLostResponse(session: LockedSession): boolean {
  const { rotation, acknowledged_rotation, refreshed_from, reused_rotation } = session;
  return acknowledged_rotation < rotation && (reused_rotation ?? refreshed_from) === refreshed_from;
}

async function repeatResponse(
  query: Query,
  { sessionId, rotation }: RefreshTokenContent,
): Promise<SessionRow> {
  const { rows } = await query<SessionRow>(
    "update auth.sessions set reused_rotation = $2, last_used_at = now() where id = $1 returning *",
    [sessionId, rotation],
  );
  return rows[0] as SessionRow;
}

/** A use of the token that was lost, which now is an older one, then proves that somebody has received it. */
async function replaceLostToken(query: Query, { sessionId }: RefreshTokenContent): Promise<SessionRow> {
  const { rows } = await query<SessionRow>(
    `update auth.sessions set rotation = rotation + 1, refreshed_at = clock_timestamp(), last_used_at = now()
     where id = $1 returning *`,
    [sessionId],
  );
  return rows[0] as SessionRow;
}

/** Signs both out, because owner and thief cannot be told apart. */
async function endCopiedSession(query: Query, session: SessionRow, client: Client): Promise<"copied"> {
  await query("delete from auth.sessions where id = $1", [session.id]);
  await recordSecurityEvent(query, { kind: "refresh token reused", userId: session.user_id, ...client });
  return "copied";
}
