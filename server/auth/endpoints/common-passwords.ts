import type { FastifyReply, FastifyRequest } from "fastify";
import { findCommonHashes } from "../../passwords/common-passwords.ts";
import { refusal } from "../errors.ts";

/** GET /common-passwords/:prefix, open to everyone: the listed hashes that begin with three hexadecimal digits. */
export async function getCommonPasswords(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { prefix } = request.params as { prefix: string };
  if (!/^[0-9a-f]{3}$/.test(prefix)) throw refusal("hashPrefixInvalid");
  return reply.header("cache-control", "public, max-age=86400").send(findCommonHashes(prefix));
}
