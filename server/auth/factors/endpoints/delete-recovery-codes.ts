import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { limitSession } from "../../request-limits.ts";
import { describeClient } from "../../sessions/client.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { lockUser } from "../../users.ts";
import { requireRecentStep } from "../require-recent-step.ts";
import { requireUnchangedSteps } from "../require-unchanged-steps.ts";
import { reportSecondStepChange } from "../second-step-changes.ts";

/** DELETE /factors/recovery-codes, for the signed-in user, whose session is at aal2. */
export function deleteRecoveryCodes(dependencies: AuthDependencies) {
  const { database } = dependencies;
  return async (request: FastifyRequest) => {
    const signedIn = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", signedIn.sessionId);
    const { user } = signedIn;
    return database.transaction(async (query) => {
      await lockUser(query, user.id);
      await requireUnchangedSteps(query, signedIn);
      await requireRecentStep(query, signedIn.sessionId);
      const { rows } = await query<{ id: string }>(
        "delete from auth.factors where user_id = $1 and factor_type = 'recovery_code' returning id",
        [user.id],
      );
      const [factor] = rows;
      if (!factor) throw refusal("factorUnknown");
      await reportSecondStepChange(
        dependencies,
        query,
        user,
        "recovery codes removed",
        describeClient(request),
      );
      return factor;
    });
  };
}
