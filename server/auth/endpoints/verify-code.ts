import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../dependencies.ts";
import { normalEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { findByCode, hashOfLink } from "../mail/one-time-tokens.ts";
import { OTHER_ADDRESS_TO_COME, requireKinds, verifyToken } from "../mail/verification.ts";
import { limitRequests, takeOrRefuse } from "../request-limits.ts";
import { optionalText, readBody } from "../request-schemas.ts";
import { answerSession } from "../sessions/session-response.ts";

const verifyBody = z.object({
  type: optionalText,
  token_hash: optionalText,
  token: optionalText,
  email: optionalText,
  phone: optionalText,
});
type VerifyBody = z.infer<typeof verifyBody>;

/** POST /verify: the same as the link, by its hash or by the six digits of the mail. */
export function verifyCode(parts: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    await limitRequests(parts, request, "verify request");
    const body = readBody(verifyBody, request);
    if (!body.type) throw refusal("verifyTypeMissing");
    const kinds = requireKinds(body.type);
    const linkHash = body.token_hash
      ? hashAlone(parts, body, body.token_hash)
      : await hashByCode(parts, body, kinds);
    const verified = await verifyToken(parts, kinds, linkHash);
    if (!verified) throw refusal(body.token_hash ? "linkExpired" : "codeExpired");
    if (verified === "other address to come") return { code: 200, msg: OTHER_ADDRESS_TO_COME };
    return answerSession(parts, reply, verified.session, verified.user);
  };
}

function hashAlone(parts: AuthDependencies, { email, phone }: VerifyBody, tokenHash: string): Buffer {
  if (email || phone) throw refusal("verifyHashAlone");
  return hashOfLink(parts.internalKey, tokenHash);
}

async function hashByCode(
  parts: AuthDependencies,
  { token, email }: VerifyBody,
  kinds: ReturnType<typeof requireKinds>,
): Promise<Buffer> {
  if (!token) throw refusal("verifyTokenMissing");
  if (!email) throw refusal("verifyEmailMissing");
  const sentTo = normalEmail(email);
  if (sentTo === null) throw refusal("codeExpired");
  await takeOrRefuse(parts, "code attempt", sentTo);
  const hash = await findByCode(parts.database.query, parts.internalKey, kinds, sentTo, token);
  if (!hash) throw refusal("codeExpired");
  return hash;
}
