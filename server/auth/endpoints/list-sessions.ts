import type { FastifyRequest } from "fastify";
import type { Row } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { limitSession } from "../request-limits.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";

interface ListedSession extends Row {
  readonly id: string;
  /** A short name such as "Chrome on Android"; null for a session from before names were kept. */
  readonly device: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly is_current: boolean;
}

/** Nobody has this many devices, and a script that signs in again and again must not make the list endless. */
const MAX_LISTED = 100;

/** GET /sessions, for the signed-in user: where they are logged in, the current session first. */
export function listSessions(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const { user, sessionId } = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", sessionId);
    const { rows } = await dependencies.database.query<ListedSession>(
      `select id, device, created_at, last_used_at, id = $2 as is_current from private.active_sessions
       where user_id = $1 order by is_current desc, last_used_at desc limit ${MAX_LISTED}`,
      [user.id, sessionId],
    );
    return rows;
  };
}
