import type { FastifyRequest } from "fastify";
import { verifyPassword } from "../passwords/hashing.ts";
import type { Query } from "../postgres/database.ts";
import { recordSecurityFailure } from "../security-events/security-events.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import { requireUnchangedSteps } from "./factors/require-unchanged-steps.ts";
import { consumeOneTimeToken, findLinkHashByCode } from "./mail/one-time-tokens.ts";
import { limitPasswordAttempts } from "./password-attempts.ts";
import { requireWithinLimit } from "./request-limits.ts";
import { describeClient } from "./sessions/client.ts";
import type { SignedInUser } from "./sessions/signed-in-user.ts";
import type { UserRow } from "./users.ts";

/** The time in which a session that a mailed link or code has started may change the password and the address. */
const FRESH_SESSION_MINUTES = 10;

interface ProofBody {
  readonly current_password?: string | null | undefined;
  readonly nonce?: string | null | undefined;
}

/**
 * Runs in the transaction of the change, when the user row is locked: a refused change does not use the proof up, and a
 * proof that became worthless in the meantime is refused.
 */
type ConsumeProof = (query: Query) => Promise<void>;

/**
 * Requires more than an access token for a change that would hand the account over: the current password, the code of
 * GET /reauthenticate, or a session that a mailed link or code has just started
 * (docs/decisions/0032-proof-before-power.md).
 */
export async function requireProof(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  signedIn: SignedInUser,
  body: ProofBody,
): Promise<ConsumeProof> {
  if (body.current_password) {
    // An admin with a passkey: somebody who knows the password must not change it, which would end their sessions. A
    // mailed link or code is enough, so that recovery works. First, so that it confirms no guess.
    await requireUnchangedSteps(dependencies.database.query, signedIn, "passkeyMissing");
    await requireCurrentPassword(dependencies, request, signedIn, body.current_password);
    return async (query) => {
      await requireUnchangedSteps(query, signedIn, "passkeyMissing");
      await requireSamePassword(query, signedIn.user);
    };
  }
  if (body.nonce) {
    const linkHash = await requireNonce(dependencies, signedIn.user, body.nonce);
    return async (query) => {
      if (!(await consumeOneTimeToken(query, ["reauthentication"], [linkHash]))) throw refusal("nonceWrong");
    };
  }
  await requireFreshSession(dependencies.database.query, signedIn.sessionId, "otp");
  return (query) => requireFreshSession(query, signedIn.sessionId, "otp");
}

/** As `requireProof`, but any sign-in of the last ten minutes is enough, also one with the password. */
export async function requireProofOrRecentSignIn(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  signedIn: SignedInUser,
  body: ProofBody,
): Promise<ConsumeProof> {
  if (body.current_password || body.nonce) return requireProof(dependencies, request, signedIn, body);
  await requireFreshSession(dependencies.database.query, signedIn.sessionId);
  return (query) => requireFreshSession(query, signedIn.sessionId);
}

async function requireCurrentPassword(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  { user, sessionId }: SignedInUser,
  currentPassword: string,
): Promise<void> {
  const isCorrect = await limitPasswordAttempts(dependencies, sessionId, () =>
    verifyPassword(currentPassword, user.password_hash, user.id),
  );
  if (isCorrect) return;
  await recordSecurityFailure(dependencies.database.query, {
    kind: "sign-in failed",
    userId: user.id,
    ...describeClient(request),
    details: { reason: "current password" },
  });
  throw refusal("currentPasswordWrong");
}

async function requireSamePassword(query: Query, { id, password_hash }: UserRow): Promise<void> {
  const { rowCount } = await query("select 1 from auth.users where id = $1 and password_hash = $2", [
    id,
    password_hash,
  ]);
  if (rowCount === 0) throw refusal("currentPasswordWrong");
}

async function requireNonce(dependencies: AuthDependencies, user: UserRow, nonce: string): Promise<Buffer> {
  await requireWithinLimit(dependencies, "code attempt", user.email);
  const { database, internalKeys } = dependencies;
  const hash = await findLinkHashByCode(
    database.query,
    internalKeys,
    ["reauthentication"],
    user.email,
    nonce,
  );
  if (!hash) throw refusal("nonceWrong");
  return hash;
}

async function requireFreshSession(query: Query, sessionId: string, method?: "otp"): Promise<void> {
  const { rowCount } = await query(
    `select 1 from auth.sessions
     where id = $1 and ($2::text is null or method = $2) and created_at > now() - make_interval(mins => $3)`,
    [sessionId, method ?? null, FRESH_SESSION_MINUTES],
  );
  if (rowCount === 0) throw refusal("reauthenticationNeeded");
}
