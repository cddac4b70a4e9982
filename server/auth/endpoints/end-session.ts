import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { requireUnchangedSteps } from "../factors/require-unchanged-steps.ts";
import { limitSession } from "../request-limits.ts";
import { describeClient } from "../sessions/client.ts";
import { endSessions } from "../sessions/end-sessions.ts";
import { requireSignedIn, type SignedInUser } from "../sessions/signed-in-user.ts";
import { lockUser } from "../users.ts";

const params = z.object({ id: z.guid() });

/** DELETE /sessions/:id, for the signed-in user: logs out one of their devices. */
export function endSession(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", signedIn.sessionId);
    const parsed = params.safeParse(request.params);
    const ended = parsed.success ? await endOwnSessions(dependencies, request, signedIn, parsed.data) : 0;
    // The session of somebody else is refused like one that does not exist.
    if (ended === 0) throw refusal("notFound", { message: "This device is not logged in any more" });
    return reply.code(204).send();
  };
}

/** DELETE /sessions, for the signed-in user: logs out all their other devices. */
export function endAllOtherSessions(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await requireSignedIn(dependencies, request);
    const { sessionId } = signedIn;
    await limitSession(dependencies, request, "account request", sessionId);
    await endOwnSessions(dependencies, request, signedIn, { exceptId: sessionId });
    return reply.code(204).send();
  };
}

/** The password alone must not end a session that an admin has started with their passkey. */
function endOwnSessions(
  { database }: AuthDependencies,
  request: FastifyRequest,
  signedIn: SignedInUser,
  condition: Parameters<typeof endSessions>[2],
): Promise<number> {
  const { user } = signedIn;
  return database.transaction(async (query) => {
    await lockUser(query, user.id);
    await requireUnchangedSteps(query, signedIn);
    return endSessions(query, user.id, condition, describeClient(request));
  });
}
