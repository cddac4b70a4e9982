import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { AuthDependencies } from "../../dependencies.ts";
import { limitSession } from "../../request-limits.ts";
import { optionalText, parseBody } from "../../request-schemas.ts";
import { createSessionResponse } from "../../sessions/session-response.ts";
import { requireFirstStep } from "../../sessions/signed-in-user.ts";
import { consumeRecoveryCode } from "../consume-recovery-code.ts";

const verifyBody = z.object({ code: optionalText });

/** POST /factors/recovery-codes/verify, for the signed-in user: raises the session to aal2. */
export function verifyRecoveryCode(dependencies: AuthDependencies) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const signedIn = await requireFirstStep(dependencies, request);
    await limitSession(dependencies, request, "verify request", signedIn.sessionId);
    const { code } = parseBody(verifyBody, request);
    const session = await consumeRecoveryCode(dependencies, request, signedIn, code ?? "");
    return createSessionResponse(dependencies, reply, session, signedIn.user);
  };
}
