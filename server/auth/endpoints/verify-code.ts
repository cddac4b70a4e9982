import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { normalizeEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { findLinkHashByCode, hashLinkToken, type TokenKind } from "../mail/one-time-tokens.ts";
import { OTHER_ADDRESS_PENDING, requireKinds, verifyToken } from "../mail/verification.ts";
import { limitRequests, requireWithinLimit } from "../request-limits.ts";
import { optionalText, parseBody } from "../request-schemas.ts";
import { describeClient } from "../sessions/client.ts";
import { createSessionResponse } from "../sessions/session-response.ts";

const verifyBody = z.object({
  type: optionalText,
  token_hash: optionalText,
  token: optionalText,
  email: optionalText,
  phone: optionalText,
});
type VerifyBody = z.infer<typeof verifyBody>;

/**
 * POST /verify, for everyone who holds a token from a mail: does the same as the mailed link, with its token hash or with
 * the six-digit code.
 */
export function verifyCode(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await limitRequests(dependencies, request, "verify request");
    const body = parseBody(verifyBody, request);
    if (!body.type) throw refusal("verifyTypeMissing");
    const kinds = requireKinds(body.type);
    const linkHashes = body.token_hash
      ? hashesFromLink(dependencies, body, body.token_hash)
      : [await hashFromCode(dependencies, body, kinds)];
    const verified = await verifyToken(dependencies, kinds, linkHashes, describeClient(request));
    if (!verified) throw refusal(body.token_hash ? "linkExpired" : "codeExpired");
    if (verified === "other address pending") return { code: 200, msg: OTHER_ADDRESS_PENDING };
    return createSessionResponse(dependencies, reply, verified.session, verified.user);
  };
}

function hashesFromLink(
  { internalKeys }: AuthDependencies,
  { email, phone }: VerifyBody,
  linkToken: string,
): Buffer[] {
  if (email || phone) throw refusal("verifyHashAlone");
  return hashLinkToken(internalKeys, linkToken);
}

async function hashFromCode(
  dependencies: AuthDependencies,
  { token, email }: VerifyBody,
  kinds: readonly TokenKind[],
): Promise<Buffer> {
  if (!token) throw refusal("verifyTokenMissing");
  if (!email) throw refusal("verifyEmailMissing");
  const sentTo = normalizeEmail(email);
  if (sentTo === null) throw refusal("codeExpired");
  await requireWithinLimit(dependencies, "code attempt", sentTo);
  const { database, internalKeys } = dependencies;
  const hash = await findLinkHashByCode(database.query, internalKeys, kinds, sentTo, token);
  if (!hash) throw refusal("codeExpired");
  return hash;
}
