import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query } from "../../../postgres/database.ts";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { requireUnchangedSteps } from "../../factors/require-unchanged-steps.ts";
import { reportSecondStepChange } from "../../factors/second-step-changes.ts";
import { parseBody } from "../../request-schemas.ts";
import { describeClient } from "../../sessions/client.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { lockUser } from "../../users.ts";
import type { NewCredential } from "../authenticator-data.ts";
import { consumePasskeyChallenge, requireValidChallenges } from "../challenges.ts";
import { listPasskeys, MAX_PASSKEYS, type PasskeyRow, renderPasskey } from "../passkeys.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { readRegistration, registrationResponse } from "../response.ts";

const verifyBody = z.object({ challenge_id: z.string().max(64), credential: registrationResponse });

/**
 * POST /passkeys/registration/verify, for the session that requested the challenge, and proved its user then.
 * Stores the new passkey under the name of the device.
 */
export function verifyPasskeyRegistration(dependencies: AuthDependencies) {
  const { database, internalKeys, config } = dependencies;
  const relyingParty = relyingPartyOf(config);
  return async (request: FastifyRequest) => {
    const signedIn = await requireSignedIn(dependencies, request);
    const { user, sessionId } = signedIn;
    const { challenge_id, credential } = parseBody(verifyBody, request);
    const challenges = requireValidChallenges(internalKeys, challenge_id, ["registration", sessionId]);
    const read = readRegistration(credential.response, { type: "webauthn.create", challenges, relyingParty });
    if (!read) throw refusal("passkeyRefused");
    const client = describeClient(request);
    const added = await database.transaction(async (query) => {
      await lockUser(query, user.id);
      await requireUnchangedSteps(query, signedIn);
      await consumePasskeyChallenge(query, challenge_id);
      if ((await listPasskeys(query, user.id)).length >= MAX_PASSKEYS) throw refusal("tooManyPasskeys");
      const passkey = { ...read.credential, signCount: read.signCount, name: client.device };
      const row = await insertPasskey(query, user.id, passkey);
      await reportSecondStepChange(dependencies, query, user, "passkey added", client);
      return row;
    });
    return renderPasskey(added);
  };
}

interface NewPasskey extends NewCredential {
  readonly signCount: number;
  readonly name: string;
}

/** Refuses a credential id that any account already has, because a sign-in names nothing else. */
async function insertPasskey(
  query: Query,
  userId: string,
  { id, publicKey, signCount, name }: NewPasskey,
): Promise<PasskeyRow> {
  const { rows } = await query<PasskeyRow>(
    `insert into auth.passkeys (user_id, credential_id, public_key, algorithm, sign_count, friendly_name)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing returning *`,
    [userId, id, publicKey.der, publicKey.algorithm, signCount, name],
  );
  const [row] = rows;
  if (!row) throw refusal("passkeyExists");
  return row;
}
