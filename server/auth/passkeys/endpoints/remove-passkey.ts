import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { setEventOrigin } from "../../../security-events/security-events.ts";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { reportSecondStepChange } from "../../factors/second-step-changes.ts";
import { parseBody } from "../../request-schemas.ts";
import { describeClient } from "../../sessions/client.ts";
import { type EndedSession, recordEndedSessions } from "../../sessions/end-sessions.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { requirePasskeyId } from "../passkeys.ts";
import { proofFields, requirePasskeyProof } from "../require-passkey-proof.ts";

const removeBody = z.object(proofFields).nullish();

/**
 * DELETE /passkeys/:id, for the signed-in user who proves that it is them. Also ends the other sessions that it
 * started: somebody who removes a passkey may have lost the phone.
 */
export function removePasskey(dependencies: AuthDependencies) {
  const { database } = dependencies;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await requireSignedIn(dependencies, request);
    const { user, sessionId } = signedIn;
    const id = requirePasskeyId(request);
    const body = parseBody(removeBody, request) ?? {};
    const consumeProof = await requirePasskeyProof(dependencies, request, signedIn, body);
    const client = describeClient(request);
    await database.transaction(async (query) => {
      await consumeProof(query);
      await setEventOrigin(query, client);
      const ended = await query<EndedSession>(
        "delete from auth.sessions where user_id = $1 and passkey_id = $2 and id <> $3 returning device",
        [user.id, id, sessionId],
      );
      const { rowCount } = await query("delete from auth.passkeys where id = $1 and user_id = $2", [
        id,
        user.id,
      ]);
      if (rowCount === 0) throw refusal("passkeyUnknown");
      await recordEndedSessions(query, user.id, ended.rows);
      await reportSecondStepChange(dependencies, query, user, "passkey removed", client);
    });
    return reply.code(204).send();
  };
}
