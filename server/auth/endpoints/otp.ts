import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { requestAccountMail } from "../mail/account-mail-request.ts";

/**
 * POST /otp and /magiclink: a link and a code to sign in without the password. Never makes an account: accounts begin
 * with a password (docs/decisions/sign-in.md).
 */
export function oneTimeSignIn(dependencies: AuthDependencies) {
  return (request: FastifyRequest) => requestAccountMail(dependencies, request, "magiclink");
}
