import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { accountMailBody, requestAccountMail } from "../mail/account-mail-request.ts";
import { parseBody } from "../request-schemas.ts";

/** POST /recover, open to everyone who passes the bot challenge: mails a link to choose a new password. */
export function recover(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) =>
    requestAccountMail(dependencies, request, parseBody(accountMailBody, request), "recovery");
}
