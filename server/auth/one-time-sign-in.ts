import type { FastifyRequest } from "fastify";
import { mailIfKnown } from "./mail-if-known.ts";
import type { AuthParts } from "./parts.ts";

/**
 * POST /otp and /magiclink: a link and a code to sign in without the password. Never makes an account: accounts begin
 * with a password (docs/decisions/sign-in.md).
 */
export function oneTimeSignIn(parts: AuthParts) {
  return (request: FastifyRequest) => mailIfKnown(parts, request, "magiclink");
}
