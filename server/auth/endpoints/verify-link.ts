import type { FastifyReply, FastifyRequest } from "fastify";
import { Refusal } from "../../errors/refusal.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { hashLinkToken } from "../mail/one-time-tokens.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { OTHER_ADDRESS_TO_COME, requireKinds, verifyToken } from "../mail/verification.ts";
import { limitRequests } from "../request-limits.ts";
import { queryValue } from "../request-schemas.ts";
import { createSessionResponse } from "../sessions/session-response.ts";

/** GET /verify: what a mailed link opens. It leads on to a page, which finds in the fragment how it went. */
export function verifyLink(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await limitRequests(dependencies, request, "verify request");
    const type = queryValue(request, "type");
    const token = queryValue(request, "token");
    if (!type) throw refusal("verifyTypeMissing");
    if (!token) throw refusal("verifyLinkTokenMissing");
    const target = chooseRedirectTarget(request, dependencies.config);
    const fragment = await follow(dependencies, reply, type, token).catch(describeRefusal);
    const sorted = new URLSearchParams({ ...fragment, sb: "" });
    sorted.sort();
    return reply.code(303).header("location", `${target}#${sorted}`).send();
  };
}

async function follow(
  dependencies: AuthDependencies,
  reply: FastifyReply,
  type: string,
  token: string,
): Promise<Record<string, string>> {
  const verified = await verifyToken(
    dependencies,
    requireKinds(type),
    hashLinkToken(dependencies.internalKey, token),
  );
  if (!verified) throw refusal("linkExpired");
  if (verified === "other address to come") return { message: OTHER_ADDRESS_TO_COME };
  const answer = await createSessionResponse(dependencies, reply, verified.session, verified.user);
  const { access_token, expires_at, expires_in, refresh_token, token_type } = answer;
  return {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    token_type,
    type,
  };
}

/** A refusal travels in the fragment too, under its OAuth name. A fault does not: the link still works later. */
function describeRefusal(error: unknown): Record<string, string> {
  if (!(error instanceof Refusal) || error.status >= 500) throw error;
  return {
    error: error.status === 403 ? "access_denied" : "invalid_request",
    error_code: error.code,
    error_description: error.message,
  };
}
