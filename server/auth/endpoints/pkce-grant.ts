import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { refusal } from "../errors.ts";
import { matchesCodeChallenge } from "../mail/code-challenge.ts";
import {
  findValidLink,
  type Purpose,
  recordUnknownLink,
  startSession,
  verifyLink,
} from "../mail/verification.ts";
import { isNetworkUsedUp, limitFailures } from "../request-limits.ts";
import { optionalText, parseBody } from "../request-schemas.ts";
import { describeClient } from "../sessions/client.ts";
import { createSessionResponse } from "../sessions/session-response.ts";

const exchangeBody = z.object({ auth_code: optionalText, code_verifier: optionalText });

/** A change of address has its own button, and signs nobody in. */
const PURPOSE: Purpose = { isSignUp: true, kinds: ["recovery", "magiclink", "auth_code"] };

/**
 * POST /token?grant_type=pkce, for the browser that asked for a mailed link or pressed the button on its page: it holds
 * the secret of the code challenge. A wrong secret does not use the link up.
 */
export function exchangeAuthCode(dependencies: AuthDependencies) {
  const { query } = dependencies.database;
  const exchange = async (request: FastifyRequest, reply: FastifyReply) => {
    const { auth_code, code_verifier } = parseBody(exchangeBody, request);
    if (!auth_code || !code_verifier) throw refusal("authCodeMissing");
    const linkHashes = [Buffer.from(auth_code, "base64url")];
    const client = describeClient(request);
    const link = await findValidLink(query, PURPOSE, linkHashes);
    if (!link?.codeChallenge) {
      if (!isNetworkUsedUp(dependencies, request, "token request")) await recordUnknownLink(query, client);
      throw refusal("flowStateUnknown");
    }
    if (!matchesCodeChallenge(link.codeChallenge, code_verifier)) throw refusal("codeVerifierWrong");
    const verification = { purpose: PURPOSE, linkHashes, credentials: "as signed up", client } as const;
    const verified = await verifyLink(dependencies, verification, startSession(dependencies, client));
    if (!verified || verified === "other address pending") throw refusal("flowStateUnknown");
    return createSessionResponse(dependencies, reply, verified.session, verified.user);
  };
  return (request: FastifyRequest, reply: FastifyReply) =>
    limitFailures(dependencies, request, "token request", () => exchange(request, reply));
}
