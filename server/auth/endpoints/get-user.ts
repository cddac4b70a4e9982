import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";
import { renderUser } from "../users.ts";

/** GET /user, for the signed-in user. */
export function getUser(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const { user } = await requireSignedIn(dependencies, request);
    return renderUser(user);
  };
}
