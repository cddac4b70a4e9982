import type { Query, Row } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import type { RefreshTokenContent } from "./refresh-tokens.ts";

export interface SessionRow extends Row {
  readonly id: string;
  readonly user_id: string;
  /** The way the user signed in. Refreshing does not change it. */
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

/** Advances the session by one rotation. Concurrent requests with the same token advance it only once. */
export async function rotateSession(
  query: Query,
  { sessionId, rotation }: RefreshTokenContent,
): Promise<SessionRow> {
  // A rotation ahead of the stored one is genuine too: the database has been restored from a backup since.
  const rotated = await query<SessionRow>(
    `update auth.sessions session set rotation = $2::integer + 1, refreshed_at = now()
     from auth.users person
     where session.id = $1 and session.rotation <= $2 and person.id = session.user_id
       and (person.banned_until is null or person.banned_until <= now())
     returning session.*`,
    [sessionId, rotation],
  );
  if (rotated.rows[0]) return rotated.rows[0];

  const { rows } = await query<SessionRow>("select * from auth.sessions where id = $1", [sessionId]);
  const [session] = rows;
  if (!session) throw refusal("refreshTokenUnknown");
  if (session.rotation <= rotation) throw refusal("bannedAtSignIn");
  // The client presents the previous token: the response with the current one may have been lost, so return it again.
  if (session.rotation === rotation + 1) return session;
  // An older token means that the token was copied. Owner and thief cannot be told apart, so both are signed out.
  await query("delete from auth.sessions where id = $1", [sessionId]);
  throw refusal("refreshTokenUsed");
}
