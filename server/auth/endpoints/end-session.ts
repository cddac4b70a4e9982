import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { limitSession } from "../request-limits.ts";
import { describeClient } from "../sessions/client.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";

const params = z.object({ id: z.guid() });

/** DELETE /sessions/:id, for the signed-in user: logs out one of their devices. */
export function endSession(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, sessionId } = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", sessionId);
    const parsed = params.safeParse(request.params);
    const ended = parsed.success
      ? await dependencies.database.transaction((query) =>
          endSessions(query, user.id, parsed.data, describeClient(request)),
        )
      : 0;
    // The session of somebody else is refused like one that does not exist.
    if (ended === 0) throw refusal("notFound", { message: "This device is not logged in any more" });
    return reply.code(204).send();
  };
}

/** DELETE /sessions, for the signed-in user: logs out all their other devices. */
export function endAllOtherSessions(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { user, sessionId } = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", sessionId);
    await dependencies.database.transaction((query) =>
      endSessions(query, user.id, { exceptId: sessionId }, describeClient(request)),
    );
    return reply.code(204).send();
  };
}
