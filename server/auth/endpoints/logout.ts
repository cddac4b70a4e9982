import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { queryValue } from "../request-schemas.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";

const SCOPES = ["global", "local", "others"];

/** POST /logout: everywhere, here, or everywhere else. */
export function logout(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, sessionId } = await requireSignedIn(dependencies, request);
    const scope = queryValue(request, "scope") ?? "global";
    if (!SCOPES.includes(scope))
      throw refusal("logoutScope", { message: `Unsupported logout scope ${JSON.stringify(scope)}` });
    await dependencies.database.query(
      `delete from auth.sessions where user_id = $1
         and case $3 when 'local' then id = $2 when 'others' then id <> $2 else true end`,
      [user.id, sessionId, scope],
    );
    return reply.code(204).send();
  };
}
