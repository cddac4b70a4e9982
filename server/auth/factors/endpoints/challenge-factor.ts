import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../../dependencies.ts";
import { limitSession } from "../../request-limits.ts";
import { requireFirstStep } from "../../sessions/signed-in-user.ts";
import { createChallenge } from "../challenges.ts";
import { requireTotpFactor } from "../factors.ts";

/** POST /factors/:id/challenge, for the signed-in user: starts the check of a code. */
export function challengeFactor(dependencies: AuthDependencies) {
  const { database } = dependencies;
  return async (request: FastifyRequest) => {
    const { user, sessionId } = await requireFirstStep(dependencies, request);
    await limitSession(dependencies, request, "verify request", sessionId);
    const factor = await requireTotpFactor(database.query, request, user.id);
    const { id, expires_at } = await createChallenge(database.query, factor.id, sessionId);
    return { id, type: factor.factor_type, expires_at: Math.floor(expires_at.getTime() / 1000) };
  };
}
