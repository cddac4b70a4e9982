import type { Query, Row } from "../../postgres/database.ts";
import { recordSecurityEvent } from "../../security-events/security-events.ts";
import type { NoticeDependencies } from "../notices/queue-notice.ts";
import type { UserRow } from "../users.ts";
import type { Client } from "./client.ts";
import { endExcessSessions } from "./end-sessions.ts";
import { rememberDevice } from "./known-devices.ts";

export interface SessionRow extends Row {
  readonly id: string;
  readonly user_id: string;
  /** The way the user signed in. Refreshing does not change it. */
  readonly method: "password" | "otp" | "passkey";
  /**
   * Becomes aal2 with the second step. A session of a passkey starts at aal2, because a passkey is both steps in one.
   */
  readonly aal: "aal1" | "aal2";
  /** All methods, the newest first, if there are more than `method`. */
  readonly amr: readonly AuthenticationMethod[] | null;
  readonly rotation: number;
  readonly created_at: Date;
}

export interface AuthenticationMethod {
  readonly method: string;
  readonly timestamp: number;
}

export type NewSession = {
  readonly user: UserRow;
  readonly client: Client;
} & (
  | { readonly method: "password" | "otp"; readonly passkeyId?: undefined }
  | { readonly method: "passkey"; readonly passkeyId: string }
);

export async function createSession(
  dependencies: NoticeDependencies,
  query: Query,
  { user, method, passkeyId, client }: NewSession,
): Promise<SessionRow> {
  await rememberDevice(dependencies, query, user, client);
  const aal = passkeyId ? "aal2" : "aal1";
  const { rows } = await query<SessionRow>(
    "insert into auth.sessions (user_id, method, device, passkey_id, aal) values ($1, $2, $3, $4, $5) returning *",
    [user.id, method, client.device, passkeyId, aal],
  );
  const session = rows[0] as SessionRow;
  await recordSecurityEvent(query, { kind: "signed in", userId: user.id, ...client, details: { method } });
  await endExcessSessions(query, session);
  return session;
}
