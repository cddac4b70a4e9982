import type { FastifyReply, FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";

/** GET /.well-known/jwks.json, open to everyone: the public keys, so that others can verify an access token offline. */
export function getPublicKeys({ tokens }: AuthDependencies) {
  return async (_request: FastifyRequest, reply: FastifyReply) =>
    reply.header("cache-control", "public, max-age=600").send(tokens.jwks());
}
