import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { limitRequests } from "../request-limits.ts";
import { optionalText, readBody } from "../request-schemas.ts";
import { readRefreshToken } from "../sessions/refresh-tokens.ts";
import { answerSession } from "../sessions/session-response.ts";
import { advanceSession } from "../sessions/sessions.ts";
import type { UserRow } from "../users.ts";

const refreshBody = z.object({ refresh_token: optionalText });

/** POST /token?grant_type=refresh_token. */
export function refreshSession(parts: AuthDependencies) {
  const { database, internalKey } = parts;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await limitRequests(parts, request, "token request");
    const { refresh_token } = readBody(refreshBody, request);
    const turn = readRefreshToken(refresh_token ?? "", internalKey);
    const session = await advanceSession(database.query, turn);
    const { rows } = await database.query<UserRow>("select * from auth.users where id = $1", [
      session.user_id,
    ]);
    const [user] = rows;
    if (!user) throw refusal("refreshTokenUnknown");
    return answerSession(parts, reply, session, user);
  };
}
