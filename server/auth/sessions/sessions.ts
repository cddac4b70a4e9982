import type { Query, Row } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import type { RefreshTokenContent } from "./refresh-tokens.ts";

export interface SessionRow extends Row {
  readonly id: string;
  readonly user_id: string;
  /** How the person signed in when it began; refreshing does not change it. */
  readonly method: "password" | "otp";
  readonly rotation: number;
  readonly created_at: Date;
}

export async function createSession(
  query: Query,
  userId: string,
  method: SessionRow["method"],
): Promise<SessionRow> {
  const { rows } = await query<SessionRow>(
    "insert into auth.sessions (user_id, method) values ($1, $2) returning *",
    [userId, method],
  );
  return rows[0] as SessionRow;
}

/** Uses up a turn: the session moves on by one, exactly once however many present the same token together. */
export async function rotateSession(
  query: Query,
  { sessionId, turn }: RefreshTokenContent,
): Promise<SessionRow> {
  // A turn ahead of the stored one is genuine too: the database was restored from a backup meanwhile.
  const moved = await query<SessionRow>(
    `update auth.sessions session set rotation = $2::integer + 1, refreshed_at = now()
     from auth.users person
     where session.id = $1 and session.rotation <= $2 and person.id = session.user_id
       and (person.banned_until is null or person.banned_until <= now())
     returning session.*`,
    [sessionId, turn],
  );
  if (moved.rows[0]) return moved.rows[0];

  const { rows } = await query<SessionRow>("select * from auth.sessions where id = $1", [sessionId]);
  const [session] = rows;
  if (!session) throw refusal("refreshTokenUnknown");
  if (session.rotation <= turn) throw refusal("bannedAtSignIn");
  // The one before the live token: its answer may have been lost, so the same live token is given again.
  if (session.rotation === turn + 1) return session;
  // Someone else went on from a copy. Nobody can tell which of the two is the owner, so neither goes on.
  await query("delete from auth.sessions where id = $1", [sessionId]);
  throw refusal("refreshTokenUsed");
}
