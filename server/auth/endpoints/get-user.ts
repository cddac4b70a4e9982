import type { FastifyRequest } from "fastify";
import type { AuthParts } from "../dependencies.ts";
import { requireSignedIn } from "../sessions/signed-in-user.ts";
import { showUser } from "../users.ts";

/** GET /user. */
export function readUser(parts: AuthParts) {
  return async (request: FastifyRequest) => showUser((await requireSignedIn(parts, request)).user);
}
