import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { Refusal } from "../../errors/refusal.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { hashLinkToken } from "../mail/one-time-tokens.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { OTHER_ADDRESS_PENDING, requireKinds, verifyToken } from "../mail/verification.ts";
import { limitRequests } from "../request-limits.ts";
import { parseQuery, queryText } from "../request-schemas.ts";
import { type Client, describeClient } from "../sessions/client.ts";
import { createSessionResponse } from "../sessions/session-response.ts";

const verifyQuery = z.object({ type: queryText, token: queryText });

/**
 * GET /verify, for everyone who holds a mailed link: redirects to a page, which finds the outcome in the fragment of its
 * address.
 */
export function verifyLink(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await limitRequests(dependencies, request, "verify request");
    const { type, token } = parseQuery(verifyQuery, request);
    if (!type) throw refusal("verifyTypeMissing");
    if (!token) throw refusal("verifyLinkTokenMissing");
    const target = chooseRedirectTarget(request, dependencies.config);
    const fragment = await verify(dependencies, reply, type, token, describeClient(request)).catch(
      describeRefusal,
    );
    const sorted = new URLSearchParams({ ...fragment, sb: "" });
    sorted.sort();
    return reply.code(303).header("location", `${target}#${sorted}`).send();
  };
}

async function verify(
  dependencies: AuthDependencies,
  reply: FastifyReply,
  type: string,
  token: string,
  client: Client,
): Promise<Record<string, string>> {
  const linkHashes = hashLinkToken(dependencies.internalKeys, token);
  const verified = await verifyToken(dependencies, requireKinds(type), linkHashes, client);
  if (!verified) throw refusal("linkExpired");
  if (verified === "other address pending") return { message: OTHER_ADDRESS_PENDING };
  const session = await createSessionResponse(dependencies, reply, verified.session, verified.user);
  const { access_token, expires_at, expires_in, refresh_token, token_type } = session;
  return {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
    type,
  };
}

/** Puts a refusal into the fragment, in the terms of OAuth. A fault is thrown again: the link still works later. */
function describeRefusal(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal) || error.status >= 500) throw error;
  return {
    error: error.status === 403 ? "access_denied" : "invalid_request",
    error_code: error.code,
    error_description: error.message,
  };
}
