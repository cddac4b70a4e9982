import type { FastifyRequest } from "fastify";
import type { AuthParts } from "./parts.ts";
import { requireSignedIn } from "./signed-in.ts";
import { showUser } from "./users.ts";

/** GET /user. */
export function readUser(parts: AuthParts) {
  return async (request: FastifyRequest) => showUser((await requireSignedIn(parts, request)).user);
}
