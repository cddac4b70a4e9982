import type { Query } from "../../postgres/database.ts";
import { recordSecurityEvent } from "../../security-events/security-events.ts";
import { refusal } from "../errors.ts";
import type { Client } from "../sessions/client.ts";
import { endExcessSessions } from "../sessions/end-sessions.ts";
import type { AuthenticationMethod, SessionRow } from "../sessions/sessions.ts";

/** The method's name in the access token. */
type SecondMethod = "totp" | "mfa/recovery_code";

/**
 * Raises the session to aal2. Its refresh token is replaced and counts as received, so a token that was copied before
 * the second step is detected and never leads to aal2 (docs/decisions/0026-two-step-sign-in.md), not even with a refresh
 * at the same moment.
 */
export async function raiseSession(
  query: Query,
  sessionId: string,
  method: SecondMethod,
  client: Client,
): Promise<SessionRow> {
  const added: AuthenticationMethod = { method, timestamp: Math.floor(Date.now() / 1000) };
  const { rows } = await query<SessionRow>(
    `update auth.sessions set
       aal = 'aal2',
       amr = jsonb_build_array($2::jsonb) || coalesce(
         (select jsonb_agg(entry) from jsonb_array_elements(amr) entry where entry ->> 'method' <> $3),
         jsonb_build_array(jsonb_build_object('method', method, 'timestamp', floor(extract(epoch from created_at))))
       ),
       rotation = rotation + 1, acknowledged_rotation = rotation + 1, refreshed_from = null,
       refreshed_at = clock_timestamp(), last_used_at = now()
     where id = $1 returning *`,
    [sessionId, JSON.stringify(added), method],
  );
  const [session] = rows;
  if (!session) throw refusal("sessionGone");
  await endExcessSessions(query, session);
  await recordSecurityEvent(query, {
    kind: "signed in",
    userId: session.user_id,
    ...client,
    details: { method },
  });
  return session;
}
