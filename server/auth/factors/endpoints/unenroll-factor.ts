import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { limitSession } from "../../request-limits.ts";
import { describeClient } from "../../sessions/client.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { lockUser } from "../../users.ts";
import { requireTotpFactor } from "../factors.ts";
import { turnOffIfLast } from "../remove-factors.ts";
import { requireRecentStep } from "../require-recent-step.ts";
import { requireUnchangedSteps } from "../require-unchanged-steps.ts";
import { reportSecondStepChange } from "../second-step-changes.ts";

/** DELETE /factors/:id, for the signed-in user, whose session is at aal2 if the factor counts. */
export function unenrollFactor(dependencies: AuthDependencies) {
  const { database } = dependencies;
  return async (request: FastifyRequest) => {
    const signedIn = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", signedIn.sessionId);
    const { user } = signedIn;
    const { id, status } = await requireTotpFactor(database.query, request, user.id);
    await database.transaction(async (query) => {
      await lockUser(query, user.id);
      await requireUnchangedSteps(query, signedIn);
      if (status === "verified") await requireRecentStep(query, signedIn.sessionId);
      const { rowCount } = await query("delete from auth.factors where id = $1 and status = $2", [
        id,
        status,
      ]);
      if (rowCount === 0) throw refusal("factorUnknown");
      if (status === "unverified") return;
      const isOff = await turnOffIfLast(query, user.id);
      const change = isOff ? "turned off" : "app removed";
      await reportSecondStepChange(dependencies, query, user, change, describeClient(request));
    });
    return { id };
  };
}
