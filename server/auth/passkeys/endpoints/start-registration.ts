import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { parseBody } from "../../request-schemas.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { createPasskeyChallenge } from "../challenges.ts";
import { listPasskeys, MAX_PASSKEYS, userHandleOf } from "../passkeys.ts";
import { ALGORITHMS } from "../public-key.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { proofFields, requirePasskeyProof } from "../require-passkey-proof.ts";

const startBody = z.object(proofFields).nullish();

/** The browser stops asking when the challenge expires. */
const TIMEOUT_MS = 300_000;

/** POST /passkeys/registration/options, for the signed-in user who proves that it is them. */
export function startPasskeyRegistration(dependencies: AuthDependencies) {
  const { database, internalKeys, config } = dependencies;
  const { id: rpId } = relyingPartyOf(config);
  return async (request: FastifyRequest) => {
    const signedIn = await requireSignedIn(dependencies, request);
    const { user, sessionId } = signedIn;
    const body = parseBody(startBody, request) ?? {};
    const consumeProof = await requirePasskeyProof(dependencies, request, signedIn, body);
    const passkeys = await database.transaction(async (query) => {
      await consumeProof(query);
      return listPasskeys(query, user.id);
    });
    if (passkeys.length >= MAX_PASSKEYS) throw refusal("tooManyPasskeys");
    const { id, challenge, expiresAt } = createPasskeyChallenge(internalKeys, ["registration", sessionId]);
    return {
      challenge_id: id,
      options: {
        rp: { id: rpId, name: "Maarga" },
        user: {
          id: userHandleOf(user.id).toString("base64url"),
          name: user.email,
          displayName: user.email,
        },
        challenge,
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: "public-key", alg })),
        timeout: TIMEOUT_MS,
        // A device that already has a passkey of this account refuses to create another.
        excludeCredentials: passkeys.map(({ credential_id }) => ({
          type: "public-key",
          id: credential_id.toString("base64url"),
        })),
        authenticatorSelection: {
          residentKey: "required",
          requireResidentKey: true,
          userVerification: "required",
        },
        attestation: "none",
      },
      expires_at: expiresAt,
    };
  };
}
