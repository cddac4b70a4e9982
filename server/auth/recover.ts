import type { FastifyRequest } from "fastify";
import { mailIfKnown } from "./mail-if-known.ts";
import type { AuthParts } from "./parts.ts";

/** POST /recover: a link to choose a new password. */
export function recover(parts: AuthParts) {
  return (request: FastifyRequest) => mailIfKnown(parts, request, "recovery");
}
