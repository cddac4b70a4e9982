import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../../dependencies.ts";
import { refusal } from "../../errors.ts";
import { requireFirstStep } from "../../sessions/signed-in-user.ts";
import { findRecoveryFactor } from "../factors.ts";

/** GET /factors/recovery-codes, for the signed-in user: the number of codes, never the codes. */
export function getRecoveryCodes(dependencies: AuthDependencies) {
  const { database } = dependencies;
  return async (request: FastifyRequest) => {
    const { user } = await requireFirstStep(dependencies, request);
    const factor = await findRecoveryFactor(database.query, user.id);
    if (!factor) throw refusal("factorUnknown");
    const { rows } = await database.query<{ total: number; remaining: number }>(
      `select count(*)::integer as total, (count(*) filter (where used_at is null))::integer as remaining
       from auth.recovery_codes where factor_id = $1`,
      [factor.id],
    );
    return { id: factor.id, type: factor.factor_type, ...rows[0] };
  };
}
