import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { mailIfKnown } from "../mail/account-mail-request.ts";

/** POST /recover: a link to choose a new password. */
export function recover(parts: AuthDependencies) {
  return (request: FastifyRequest) => mailIfKnown(parts, request, "recovery");
}
