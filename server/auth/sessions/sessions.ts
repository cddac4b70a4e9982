import type { Query, Row } from "../../postgres/database.ts";
import type { Client } from "./client.ts";

export interface SessionRow extends Row {
  readonly id: string;
  readonly user_id: string;
  /** The way the user signed in. Refreshing does not change it. */
  readonly method: "password" | "otp";
  readonly rotation: number;
  readonly created_at: Date;
}

export interface NewSession {
  readonly userId: string;
  readonly method: SessionRow["method"];
  readonly client: Client;
}

export async function createSession(
  query: Query,
  { userId, method, client }: NewSession,
): Promise<SessionRow> {
  const { rows } = await query<SessionRow>(
    "insert into auth.sessions (user_id, method, device) values ($1, $2, $3) returning *",
    [userId, method, client.device],
  );
  return rows[0] as SessionRow;
}
