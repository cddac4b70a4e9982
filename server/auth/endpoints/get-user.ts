import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";
import { renderUser } from "../users.ts";

/** GET /user. */
export function getUser(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => renderUser((await requireSignedIn(dependencies, request)).user);
}
