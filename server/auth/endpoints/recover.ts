import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { requestAccountMail } from "../mail/account-mail-request.ts";

/** POST /recover: a link to choose a new password. */
export function recover(dependencies: AuthDependencies) {
  return (request: FastifyRequest) => requestAccountMail(dependencies, request, "recovery");
}
