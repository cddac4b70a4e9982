import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { recordSecurityFailure } from "../../security-events/security-events.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { normalizeEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { findLinkHashByCode, hashLinkToken } from "../mail/one-time-tokens.ts";
import {
  OTHER_ADDRESS_PENDING,
  type Purpose,
  requirePurpose,
  startSession,
  verifyLink,
} from "../mail/verification.ts";
import { limitFailures, limitGuesses, requireWithinLimit } from "../request-limits.ts";
import { optionalText, parseBody } from "../request-schemas.ts";
import { type Client, describeClient } from "../sessions/client.ts";
import { createSessionResponse } from "../sessions/session-response.ts";
import { findSignUpByCode } from "../sign-ups/pending-sign-ups.ts";
import { findUserByEmail } from "../users.ts";

const verifyBody = z.object({
  type: optionalText,
  token_hash: optionalText,
  token: optionalText,
  email: optionalText,
  phone: optionalText,
  /** Our own addition: the ids of the sign-ups that this client made, so that it confirms no other. */
  sign_up_ids: z.array(z.guid()).max(20).nullish(),
});
type VerifyBody = z.infer<typeof verifyBody>;

/**
 * POST /verify, for everyone who holds a token from a mail: its token hash or its six-digit code. The code confirms a
 * sign-up with the password that was given there, since it is typed where the form was filled in. The token hash can
 * come from the mail of a stranger's sign-up, so it confirms only the address.
 */
export function verifyCode(dependencies: AuthDependencies) {
  const verify = async (request: FastifyRequest, reply: FastifyReply, body: VerifyBody) => {
    if (!body.type) throw refusal("verifyTypeMissing");
    const purpose = requirePurpose(body.type);
    const client = describeClient(request);
    const verification = body.token_hash
      ? {
          purpose,
          client,
          linkHashes: hashesFromLink(dependencies, body, body.token_hash),
          credentials: { passwordHash: null },
        }
      : {
          purpose,
          client,
          linkHashes: [await hashFromCode(dependencies, client, body, purpose)],
          credentials: "as signed up" as const,
        };
    const verified = await verifyLink(dependencies, verification, startSession(dependencies, client));
    if (!verified) throw refusal(body.token_hash ? "linkExpired" : "codeExpired");
    if (verified === "other address pending") return { code: 200, msg: OTHER_ADDRESS_PENDING };
    return createSessionResponse(dependencies, reply, verified.session, verified.user);
  };
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = parseBody(verifyBody, request);
    const limit = body.token_hash ? limitFailures : limitGuesses;
    return limit(dependencies, request, "verify request", () => verify(request, reply, body));
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
  client: Client,
  { token: code, email, sign_up_ids: ids = null }: VerifyBody,
  { isSignUp, kinds }: Purpose,
): Promise<Buffer> {
  if (!code) throw refusal("verifyTokenMissing");
  if (!email) throw refusal("verifyEmailMissing");
  const sentTo = normalizeEmail(email);
  if (sentTo === null) throw refusal("codeExpired");
  await requireWithinLimit(dependencies, "code attempt", sentTo);
  const {
    database: { query },
    internalKeys,
  } = dependencies;
  const hash =
    (isSignUp && (await findSignUpByCode(query, internalKeys, { email: sentTo, code, ids }))) ||
    (await findLinkHashByCode(query, internalKeys, kinds, sentTo, code));
  if (hash) return hash;
  const userId = (await findUserByEmail(query, sentTo))?.id ?? null;
  const details = { reason: "code" };
  await recordSecurityFailure(query, { kind: "sign-in failed", userId, ...client, details });
  throw refusal("codeExpired");
}
