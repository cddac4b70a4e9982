import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query } from "../../../postgres/database.ts";
import { recordSecurityFailure, setEventOrigin } from "../../../security-events/security-events.ts";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { rememberBrowser } from "../../familiar-browser.ts";
import { requireWithinLimit } from "../../request-limits.ts";
import { parseBody } from "../../request-schemas.ts";
import { type Client, describeClient } from "../../sessions/client.ts";
import { createSessionResponse } from "../../sessions/session-response.ts";
import { createSession, type SessionRow } from "../../sessions/sessions.ts";
import { isBanned, lockUser, type UserRow } from "../../users.ts";
import { consumePasskeyChallenge, requireValidChallenges } from "../challenges.ts";
import { findPasskey, type PasskeyRow, userHandleOf } from "../passkeys.ts";
import type { Algorithm } from "../public-key.ts";
import { relyingPartyOf } from "../relying-party.ts";
import { readSignIn, signInResponse } from "../response.ts";

const verifyBody = z.object({ challenge_id: z.string().max(64), credential: signInResponse });

/**
 * POST /passkeys/authentication/verify, for everyone who holds a passkey: starts a session at aal2. Passkeys and their
 * ids cannot be guessed, so refused sign-ins count towards no limit that others share. Every refusal has the same
 * words.
 */
export function verifyPasskeySignIn(dependencies: AuthDependencies) {
  const { database, internalKeys, config } = dependencies;
  const relyingParty = relyingPartyOf(config);
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { challenge_id, credential } = parseBody(verifyBody, request);
    const challenges = requireValidChallenges(internalKeys, challenge_id, ["sign-in"]);
    const client = describeClient(request);
    const passkey = await findPasskey(database.query, credential.id);
    // An unknown passkey is not recorded: it concerns nobody, and strangers must not make the server write.
    if (!passkey) throw refusal("passkeyRefused");
    const userId = passkey.user_id;
    const record = (reason: string) => {
      const event = { kind: "sign-in failed", userId, ...client, details: { reason } } as const;
      return recordSecurityFailure(database.query, event);
    };
    const { response } = credential;
    const expected = { type: "webauthn.get", challenges, relyingParty } as const;
    const data =
      response.userHandle.equals(userHandleOf(userId)) &&
      readSignIn(response, publicKeyOf(passkey), expected);
    if (!data) {
      await record("passkey");
      throw refusal("passkeyRefused");
    }
    await consumePasskeyChallenge(database.query, challenge_id);
    // Neither somebody who has seen the passkey's id nor a sign-in that is sent again uses up the limit of its owner.
    await requireWithinLimit(dependencies, "passkey sign-in", userId, request.ip);
    const outcome = await database.transaction(async (query) => {
      await setEventOrigin(query, client);
      const user = await lockUser(query, userId);
      if (isBanned(user)) return "banned";
      if (!(await advanceCounter(query, passkey.id, data.signCount))) return "passkey counter";
      return beginSession(dependencies, query, { user, passkeyId: passkey.id, client });
    });
    if (outcome === "banned" || outcome === "passkey counter") {
      await record(outcome);
      throw refusal(outcome === "banned" ? "bannedAtSignIn" : "passkeyRefused");
    }
    const [session, user] = outcome;
    rememberBrowser(dependencies, request, reply, user.id);
    return createSessionResponse(dependencies, reply, session, user);
  };
}

function publicKeyOf({ algorithm, public_key }: PasskeyRow) {
  return { algorithm: algorithm as Algorithm, der: public_key };
}

/**
 * Returns false if the passkey has been removed or copied. A counter that does not rise proves a copy. Passkeys that
 * are synchronized between devices always send 0.
 */
async function advanceCounter(query: Query, id: string, signCount: number): Promise<boolean> {
  const { rowCount } = await query(
    `update auth.passkeys set sign_count = $2, last_used_at = now()
     where id = $1 and (sign_count < $2 or (sign_count = 0 and $2 = 0))`,
    [id, signCount],
  );
  return rowCount > 0;
}

interface PasskeySignIn {
  readonly user: UserRow;
  readonly passkeyId: string;
  readonly client: Client;
}

async function beginSession(
  dependencies: AuthDependencies,
  query: Query,
  { user, passkeyId, client }: PasskeySignIn,
): Promise<[SessionRow, UserRow]> {
  const { rows } = await query<UserRow>(
    "update auth.users set last_sign_in_at = now(), updated_at = now() where id = $1 returning *",
    [user.id],
  );
  const session = await createSession(dependencies, query, { user, method: "passkey", passkeyId, client });
  return [session, rows[0] as UserRow];
}
