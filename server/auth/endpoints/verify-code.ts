import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { normalizeEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { findLinkHashByCode, hashLinkToken } from "../mail/one-time-tokens.ts";
import { OTHER_ADDRESS_TO_COME, requireKinds, verifyToken } from "../mail/verification.ts";
import { limitRequests, requireWithinLimit } from "../request-limits.ts";
import { optionalText, parseBody } from "../request-schemas.ts";
import { createSessionResponse } from "../sessions/session-response.ts";

const verifyBody = z.object({
  type: optionalText,
  token_hash: optionalText,
  token: optionalText,
  email: optionalText,
  phone: optionalText,
});
type VerifyBody = z.infer<typeof verifyBody>;

/** POST /verify: the same as the link, by its hash or by the six digits of the mail. */
export function verifyCode(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await limitRequests(dependencies, request, "verify request");
    const body = parseBody(verifyBody, request);
    if (!body.type) throw refusal("verifyTypeMissing");
    const kinds = requireKinds(body.type);
    const linkHash = body.token_hash
      ? hashAlone(dependencies, body, body.token_hash)
      : await hashByCode(dependencies, body, kinds);
    const verified = await verifyToken(dependencies, kinds, linkHash);
    if (!verified) throw refusal(body.token_hash ? "linkExpired" : "codeExpired");
    if (verified === "other address to come") return { code: 200, msg: OTHER_ADDRESS_TO_COME };
    return createSessionResponse(dependencies, reply, verified.session, verified.user);
  };
}

function hashAlone(dependencies: AuthDependencies, { email, phone }: VerifyBody, tokenHash: string): Buffer {
  if (email || phone) throw refusal("verifyHashAlone");
  return hashLinkToken(dependencies.internalKey, tokenHash);
}

async function hashByCode(
  dependencies: AuthDependencies,
  { token, email }: VerifyBody,
  kinds: ReturnType<typeof requireKinds>,
): Promise<Buffer> {
  if (!token) throw refusal("verifyTokenMissing");
  if (!email) throw refusal("verifyEmailMissing");
  const sentTo = normalizeEmail(email);
  if (sentTo === null) throw refusal("codeExpired");
  await requireWithinLimit(dependencies, "code attempt", sentTo);
  const hash = await findLinkHashByCode(
    dependencies.database.query,
    dependencies.internalKey,
    kinds,
    sentTo,
    token,
  );
  if (!hash) throw refusal("codeExpired");
  return hash;
}
