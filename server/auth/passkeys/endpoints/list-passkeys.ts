import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../../dependencies.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { listPasskeys, renderPasskey } from "../passkeys.ts";

/** GET /passkeys, for the signed-in user: lists their passkeys, oldest first. */
export function getPasskeys(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const { user } = await requireSignedIn(dependencies, request);
    return (await listPasskeys(dependencies.database.query, user.id)).map(renderPasskey);
  };
}
