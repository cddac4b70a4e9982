import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query } from "../../../postgres/database.ts";
import { setEventOrigin } from "../../../security-events/security-events.ts";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { limitSession } from "../../request-limits.ts";
import { optionalText, parseBody } from "../../request-schemas.ts";
import { describeClient } from "../../sessions/client.ts";
import { type EndedSession, recordEndedSessions } from "../../sessions/end-sessions.ts";
import { createSessionResponse } from "../../sessions/session-response.ts";
import { requireFirstStep, requireSignedIn } from "../../sessions/signed-in-user.ts";
import { lockUser } from "../../users.ts";
import { consumeChallenge, requireOpenChallenge } from "../challenges.ts";
import { consumeRecoveryCode } from "../consume-recovery-code.ts";
import { decryptSecret, encryptSecret } from "../factor-secret.ts";
import { type FactorRow, listFactors, requireTotpFactor } from "../factors.ts";
import { limitCodes } from "../limit-codes.ts";
import { raiseSession } from "../raise-session.ts";
import { parseRecoveryCode } from "../recovery-codes.ts";
import { requireUnchangedSteps } from "../require-unchanged-steps.ts";
import { reportSecondStepChange } from "../second-step-changes.ts";
import { findTimeStep } from "../totp.ts";

const verifyBody = z.object({ challenge_id: z.guid(), code: optionalText });

/**
 * POST /factors/:id/verify, for the signed-in user: raises the session to aal2 for a correct code of the app, or for a
 * recovery code. The first correct code of a new app turns two-step sign-in on.
 */
export function verifyFactor(dependencies: AuthDependencies) {
  const { database, internalKeys } = dependencies;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await requireFirstStep(dependencies, request);
    await limitSession(dependencies, request, "verify request", signedIn.sessionId);
    const { user, sessionId } = signedIn;
    const factor = await requireTotpFactor(database.query, request, user.id);
    // A second app never replaces the step that the first one asks for.
    if (factor.status === "unverified") await requireSignedIn(dependencies, request);
    const body = parseBody(verifyBody, request);
    if (!body.code) throw refusal("factorCodeMissing");
    const challenge = { id: body.challenge_id, factorId: factor.id, sessionId };
    await requireOpenChallenge(database.query, challenge);

    const recoveryCode = factor.status === "verified" ? parseRecoveryCode(body.code) : undefined;
    if (recoveryCode) {
      const session = await consumeRecoveryCode(dependencies, request, signedIn, recoveryCode);
      return createSessionResponse(dependencies, reply, session, user);
    }
    const code = body.code.replace(/\s/g, "");
    const secret = decryptSecret(internalKeys, user.id, factor.secret);
    const session = await limitCodes(dependencies, request, user.id, "app", async () => {
      const step = findTimeStep(secret, code);
      if (step === undefined) return undefined;
      return database.transaction(async (query) => {
        await setEventOrigin(query, describeClient(request));
        await lockUser(query, user.id);
        const renewed = encryptSecret(internalKeys, user.id, secret);
        if (!(await consumeTimeStep(query, factor.id, step, renewed))) return undefined;
        await consumeChallenge(query, challenge);
        if (factor.status === "unverified") await requireUnchangedSteps(query, signedIn);
        const raised = await raiseSession(query, sessionId, "totp", describeClient(request));
        if (factor.status === "unverified") {
          const isFirst = await activate(query, factor, sessionId);
          const change = isFirst ? "turned on" : "app added";
          await reportSecondStepChange(dependencies, query, user, change, describeClient(request));
        }
        return raised;
      });
    });
    return createSessionResponse(dependencies, reply, session, user);
  };
}

/**
 * Each code works once, even if it is still valid. The secret is encrypted anew, so that after a rotation it no longer
 * depends on the old key.
 */
async function consumeTimeStep(
  query: Query,
  factorId: string,
  step: number,
  encryptedSecret: string,
): Promise<boolean> {
  const { rowCount } = await query(
    "update auth.factors set last_used_step = $2, secret = $3 where id = $1 and last_used_step < $2",
    [factorId, step, encryptedSecret],
  );
  return rowCount > 0;
}

/**
 * Ends the sessions that have not passed the second step, and deletes attempts at other apps. Returns whether it is the
 * user's first app.
 */
async function activate(query: Query, { id, user_id }: FactorRow, sessionId: string): Promise<boolean> {
  await query("delete from auth.factors where user_id = $1 and status = 'unverified' and id <> $2", [
    user_id,
    id,
  ]);
  await query("update auth.factors set status = 'verified', updated_at = now() where id = $1", [id]);
  const { rows } = await query<EndedSession>(
    "delete from auth.sessions where user_id = $1 and id <> $2 and aal = 'aal1' returning device",
    [user_id, sessionId],
  );
  await recordEndedSessions(query, user_id, rows);
  return (await listFactors(query, user_id)).length === 1;
}
