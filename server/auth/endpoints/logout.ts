import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { parseQuery, queryText } from "../request-schemas.ts";
import { describeClient } from "../sessions/client.ts";
import { type EndedSession, recordEndedSessions } from "../sessions/end-sessions.ts";
import { requireFirstStep } from "../sessions/signed-in-user.ts";

const logoutQuery = z.object({ scope: queryText });

/** All sessions of the user, the current one, or all but the current one. */
const scopeSchema = z.enum(["global", "local", "others"]);

/** POST /logout, for the signed-in user. Without the second step, it ends no session but their own. */
export function logout(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, sessionId } = await requireFirstStep(dependencies, request);
    const { scope = "global" } = parseQuery(logoutQuery, request);
    if (!scopeSchema.safeParse(scope).success)
      throw refusal("logoutScope", { message: `Unsupported logout scope ${JSON.stringify(scope)}` });
    await dependencies.database.transaction(async (query) => {
      const { rows } = await query<EndedSession>(
        `with caller as (
           select aal = 'aal2' or not private.needs_step_for_changes($1) as has_passed_both_steps
           from auth.sessions where id = $2
         )
         delete from auth.sessions session using caller
         where session.user_id = $1 and (session.id = $2 or has_passed_both_steps)
           and case $3 when 'local' then session.id = $2 when 'others' then session.id <> $2 else true end
         returning session.device`,
        [user.id, sessionId, scope],
      );
      await recordEndedSessions(query, user.id, rows, describeClient(request));
    });
    return reply.code(204).send();
  };
}
