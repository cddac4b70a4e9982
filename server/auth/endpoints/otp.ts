import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { mailIfKnown } from "../mail/account-mail-request.ts";

/**
 * POST /otp and /magiclink: a link and a code to sign in without the password. Never makes an account: accounts begin
 * with a password (docs/decisions/sign-in.md).
 */
export function oneTimeSignIn(parts: AuthDependencies) {
  return (request: FastifyRequest) => mailIfKnown(parts, request, "magiclink");
}
