import type { FastifyRequest } from "fastify";
import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireRecentStep } from "../factors/require-recent-step.ts";
import { requireUnchangedSteps } from "../factors/require-unchanged-steps.ts";
import { requireWithinLimit } from "../request-limits.ts";
import { optionalText } from "../request-schemas.ts";
import { requireProofOrRecentSignIn } from "../require-proof.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";
import { lockUser } from "../users.ts";

/** Fields that we accept in addition. The official client sends empty bodies. */
export const proofFields = { current_password: optionalText, nonce: optionalText };

interface ProofBody {
  readonly current_password?: string | null | undefined;
  readonly nonce?: string | null | undefined;
}

/**
 * Requires more than an access token to add or remove a passkey, because a passkey is a lasting way in. The returned
 * function locks the user and checks again, in the transaction of the change. For somebody with a second step, only a
 * step of the last ten minutes counts: a passkey passes both steps, so the password alone must not lead to one.
 */
export async function requirePasskeyProof(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  signedIn: SignedInUser,
  body: ProofBody,
): Promise<(query: Query) => Promise<void>> {
  const { user, sessionId } = signedIn;
  const { query: read } = dependencies.database;
  // First: nobody is asked for a password that would not be enough.
  await requireUnchangedSteps(read, signedIn);
  const requireStep = (query: Query) => requireRecentStep(query, sessionId);
  const isStepNeeded = await needsStep(read, user.id);
  if (isStepNeeded) await requireStep(read);
  const consumeProof = isStepNeeded
    ? requireStep
    : await requireProofOrRecentSignIn(dependencies, request, signedIn, body);
  // After the proof, so that somebody with a stolen token cannot keep the owner from removing a passkey.
  await requireWithinLimit(dependencies, "passkey change", user.id, request.ip);
  return async (query) => {
    await lockUser(query, user.id);
    await requireUnchangedSteps(query, signedIn);
    await consumeProof(query);
  };
}

async function needsStep(query: Query, userId: string): Promise<boolean> {
  const { rowCount } = await query("select where private.needs_step_for_changes($1)", [userId]);
  return rowCount > 0;
}
