import type { FastifyRequest } from "fastify";
import type { AuthDependencies } from "../dependencies.ts";
import { describeClient } from "../sessions/client.ts";
import type { SessionRow } from "../sessions/sessions.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { lockUser } from "../users.ts";
import { findRecoveryFactor } from "./factors.ts";
import { limitCodes } from "./limit-codes.ts";
import { raiseSession } from "./raise-session.ts";
import { markCodeUsed, parseRecoveryCode } from "./recovery-codes.ts";
import { reportSecondStepChange } from "./second-step-changes.ts";

/** Raises the session to aal2 for a recovery code, which works once. The owner gets a mail. */
export function consumeRecoveryCode(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  { user, sessionId }: SignedInUser,
  typed: string,
): Promise<SessionRow> {
  const { database, internalKeys } = dependencies;
  const code = parseRecoveryCode(typed);
  return limitCodes(dependencies, request, user.id, "recovery", async () => {
    if (!code) return undefined;
    return database.transaction(async (query) => {
      await lockUser(query, user.id);
      const factor = await findRecoveryFactor(query, user.id);
      if (!factor || !(await markCodeUsed(query, internalKeys, factor.id, code))) return undefined;
      const session = await raiseSession(query, sessionId, "mfa/recovery_code", describeClient(request));
      await reportSecondStepChange(dependencies, query, user, "recovery code used", describeClient(request));
      return session;
    });
  });
}
