import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { accountMailBody, requestAccountMail } from "../mail/account-mail-request.ts";
import { parseBody } from "../request-schemas.ts";

/**
 * POST /otp and /magiclink, open to everyone who passes the bot challenge: mails a link and a code to sign in without the
 * password. It never creates an account, because an account starts with a password (docs/decisions/0006-sign-in.md).
 */
export function sendMagicLink(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) =>
    requestAccountMail(dependencies, request, parseBody(accountMailBody, request), "magiclink");
}
