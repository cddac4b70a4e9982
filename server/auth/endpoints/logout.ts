import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { parseQuery, queryText } from "../request-schemas.ts";
import { requireFirstStep } from "../sessions/signed-in-user.ts";

const logoutQuery = z.object({ scope: queryText });

/** All sessions of the user, the current one, or all but the current one. */
const scopeSchema = z.enum(["global", "local", "others"]);

/** POST /logout, for the signed-in user. */
export function logout(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, sessionId } = await requireFirstStep(dependencies, request);
    const { scope = "global" } = parseQuery(logoutQuery, request);
    if (!scopeSchema.safeParse(scope).success)
      throw refusal("logoutScope", { message: `Unsupported logout scope ${JSON.stringify(scope)}` });
    await dependencies.database.query(
      `delete from auth.sessions where user_id = $1
         and case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end`,
      [user.id, sessionId, scope],
    );
    return reply.code(204).send();
  };
}
