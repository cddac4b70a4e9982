import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";
import { showUser } from "../users.ts";

/** GET /user. */
export function readUser(parts: AuthDependencies) {
  return async (request: FastifyRequest) => showUser((await requireSignedIn(parts, request)).user);
}
