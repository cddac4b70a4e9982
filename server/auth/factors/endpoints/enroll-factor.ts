import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query } from "../../../postgres/database.ts";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { limitSession } from "../../request-limits.ts";
import { optionalText, parseBody } from "../../request-schemas.ts";
import { requireProofOrRecentSignIn } from "../../require-proof.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { lockUser } from "../../users.ts";
import { encryptSecret } from "../factor-secret.ts";
import { type FactorRow, listFactors, MAX_NAME_LENGTH } from "../factors.ts";
import { qrCodeSvg } from "../qr-code.ts";
import { requireRecentStep } from "../require-recent-step.ts";
import { requireUnchangedSteps } from "../require-unchanged-steps.ts";
import { generateSecret, otpauthUri } from "../totp.ts";

const MAX_FACTORS = 10;
const DEFAULT_ISSUER = "Maarga";

const enrollBody = z.object({
  factor_type: optionalText,
  friendly_name: optionalText,
  /** The name of the account in the app. */
  issuer: optionalText,
  /** Our own addition: proof for a sign-in that is not recent. */
  current_password: optionalText,
  nonce: optionalText,
});

/**
 * POST /factors, for the signed-in user who proves that it is them: otherwise, a stolen access token could add a second
 * step of the thief's. The factor counts once its first code has been verified.
 */
export function enrollFactor(dependencies: AuthDependencies) {
  const { database, internalKeys } = dependencies;
  return async (request: FastifyRequest) => {
    const signedIn = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", signedIn.sessionId);
    const body = parseBody(enrollBody, request);
    requireTotp(body.factor_type);
    const name = body.friendly_name ?? "";
    if ([...name].length > MAX_NAME_LENGTH) throw refusal("factorNameTooLong");

    const { user, sessionId } = signedIn;
    // First: nobody is asked for a password that would not be enough.
    await requireUnchangedSteps(database.query, signedIn);
    // A further app is a change of the second step, for which the password is not enough.
    const hasApp = (await listFactors(database.query, user.id)).some(({ status }) => status === "verified");
    const consumeProof = hasApp
      ? (query: Query) => requireRecentStep(query, sessionId)
      : await requireProofOrRecentSignIn(dependencies, request, signedIn, body);
    const secret = generateSecret();
    const factor = await database.transaction(async (query) => {
      await lockUser(query, user.id);
      await consumeProof(query);
      await requireUnchangedSteps(query, signedIn);
      await requireFreeName(query, user.id, name);
      return insertFactor(query, user.id, name, encryptSecret(internalKeys, user.id, secret));
    });
    const uri = otpauthUri(secret, body.issuer || DEFAULT_ISSUER, user.email);
    return {
      id: factor.id,
      type: "totp",
      friendly_name: factor.friendly_name,
      totp: { qr_code: qrCodeSvg(uri), secret, uri },
    };
  };
}

function requireTotp(type: string | null | undefined): void {
  if (type === "phone") throw refusal("phoneFactorOff");
  if (type === "webauthn") throw refusal("passkeyFactorOff");
  if (type !== "totp") throw refusal("factorTypeUnknown");
}

/** An attempt that was never completed does not keep its name, and all of them together do not use up the limit. */
async function requireFreeName(query: Query, userId: string, name: string): Promise<void> {
  await query(
    `delete from auth.factors where user_id = $1 and status = 'unverified'
       and (friendly_name = $2 or created_at < now() - interval '1 hour')`,
    [userId, name],
  );
  const factors = await listFactors(query, userId);
  if (name && factors.some(({ friendly_name }) => friendly_name === name)) throw refusal("factorNameTaken");
  if (factors.length >= MAX_FACTORS) throw refusal("tooManyFactors");
}

async function insertFactor(query: Query, userId: string, name: string, secret: string): Promise<FactorRow> {
  const { rows } = await query<FactorRow>(
    "insert into auth.factors (user_id, factor_type, friendly_name, secret) values ($1, 'totp', $2, $3) returning *",
    [userId, name, secret],
  );
  return rows[0] as FactorRow;
}
