import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query } from "../../../postgres/database.ts";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { limitSession } from "../../request-limits.ts";
import { optionalText, parseBody } from "../../request-schemas.ts";
import { describeClient } from "../../sessions/client.ts";
import { requireSignedIn } from "../../sessions/signed-in-user.ts";
import { lockUser } from "../../users.ts";
import { type FactorRow, listFactors, MAX_NAME_LENGTH } from "../factors.ts";
import { replaceRecoveryCodes } from "../recovery-codes.ts";
import { requireRecentStep } from "../require-recent-step.ts";
import { requireUnchangedSteps } from "../require-unchanged-steps.ts";
import { reportSecondStepChange } from "../second-step-changes.ts";

const DEFAULT_NAME = "Recovery codes";
const createBody = z.object({ friendly_name: optionalText }).nullish();

/** POST /factors/recovery-codes, for the signed-in user with a second step: the first set of codes. */
export function createRecoveryCodes(dependencies: AuthDependencies) {
  return issueCodes(dependencies, async (query, factors, request) => {
    if (factors.some(isRecoveryFactor)) throw refusal("recoveryCodesExist");
    const [first] = factors.filter(({ status }) => status === "verified");
    if (!first) throw refusal("recoveryCodesAlone");
    const name = parseBody(createBody, request)?.friendly_name || DEFAULT_NAME;
    if ([...name].length > MAX_NAME_LENGTH) throw refusal("factorNameTooLong");
    if (factors.some(({ friendly_name }) => friendly_name === name)) throw refusal("factorNameTaken");
    const { rows } = await query<FactorRow>(
      `insert into auth.factors (user_id, factor_type, friendly_name, status)
       values ($1, 'recovery_code', $2, 'verified') returning *`,
      [first.user_id, name],
    );
    return rows[0] as FactorRow;
  });
}

/** POST /factors/recovery-codes/regenerate, for the signed-in user with a second step: the old codes stop working. */
export function regenerateRecoveryCodes(dependencies: AuthDependencies) {
  return issueCodes(dependencies, async (_query, factors) => {
    const factor = factors.find(isRecoveryFactor);
    if (!factor) throw refusal("factorUnknown");
    return factor;
  });
}

/** Returns the new codes, which nobody can read again. */
function issueCodes(
  dependencies: AuthDependencies,
  prepareFactor: (query: Query, factors: readonly FactorRow[], request: FastifyRequest) => Promise<FactorRow>,
) {
  const { database, internalKeys } = dependencies;
  return async (request: FastifyRequest) => {
    const signedIn = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", signedIn.sessionId);
    const { user } = signedIn;
    return database.transaction(async (query) => {
      await lockUser(query, user.id);
      await requireUnchangedSteps(query, signedIn);
      await requireRecentStep(query, signedIn.sessionId);
      const factor = await prepareFactor(query, await listFactors(query, user.id), request);
      const codes = await replaceRecoveryCodes(query, internalKeys, factor.id);
      await reportSecondStepChange(
        dependencies,
        query,
        user,
        "recovery codes created",
        describeClient(request),
      );
      const { id, factor_type, friendly_name } = factor;
      return { id, type: factor_type, friendly_name, total: codes.length, codes };
    });
  };
}

function isRecoveryFactor({ factor_type }: FactorRow): boolean {
  return factor_type === "recovery_code";
}
