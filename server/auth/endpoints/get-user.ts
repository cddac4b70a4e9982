import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { listFactors } from "../factors/factors.ts";
import { requireFirstStep } from "../sessions/signed-in-user.ts";
import { renderUser } from "../users.ts";

/** GET /user, for the signed-in user. Clients read the factors here, to know whether the second step is missing. */
export function getUser(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const { user } = await requireFirstStep(dependencies, request);
    return renderUser(user, await listFactors(dependencies.database.query, user.id));
  };
}
