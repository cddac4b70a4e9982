import type { FastifyRequest } from "fastify";
import type { LimitKind, Limits } from "../limits/limits.ts";
import { toNetwork } from "../limits/network.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { findKnownDevice } from "./known-device.ts";
import { requireWithinLimit } from "./request-limits.ts";

/** So many wrong passwords for an address ask for a challenge of this level, until they are forgotten, one a minute. */
const LEVELS = [
  { wrongPasswords: 20, level: 2 },
  { wrongPasswords: 5, level: 1 },
] as const;

type Dependencies = Pick<AuthDependencies, "limits" | "challenge" | "internalKeys" | "config">;

interface SignIn {
  readonly email: string;
  readonly user: { readonly id: string } | null;
}

/**
 * Counts an attempt to sign in, unless the password turns out to be correct or is not checked. Strangers who guess make
 * the challenge harder for other strangers, but lock nobody out: a device on which the owner has signed in before is
 * counted by itself. Without a challenge, attempts are refused by address and network instead.
 */
export async function countSignIn(
  dependencies: Dependencies,
  request: FastifyRequest,
  { email, user }: SignIn,
  isCorrect: (challengeLevel: number) => Promise<boolean>,
): Promise<boolean> {
  const { limits, challenge } = dependencies;
  const device = user && findKnownDevice(dependencies, request, user.id);
  if (device || challenge.publicSettings.kind === "off") {
    const key = device ?? `${email} ${toNetwork(request.ip)}`;
    await requireWithinLimit(dependencies, "password attempt", key);
    return refundUnlessWrong(limits, "password attempt", key, () => isCorrect(0));
  }
  const count = await limits.count("wrong password", email);
  const level = LEVELS.find(({ wrongPasswords }) => count > wrongPasswords)?.level ?? 0;
  return refundUnlessWrong(limits, "wrong password", email, () => isCorrect(level));
}

/** Runs the check of a signed-in user's password. Only a stolen session could use this limit up. */
export async function limitPasswordAttempts(
  dependencies: Pick<AuthDependencies, "limits">,
  sessionId: string,
  isCorrect: () => Promise<boolean>,
): Promise<boolean> {
  await requireWithinLimit(dependencies, "password attempt", sessionId);
  return refundUnlessWrong(dependencies.limits, "password attempt", sessionId, isCorrect);
}

async function refundUnlessWrong(
  limits: Limits,
  kind: LimitKind,
  key: string,
  isCorrect: () => Promise<boolean>,
): Promise<boolean> {
  let isWrong = false;
  try {
    isWrong = !(await isCorrect());
    return !isWrong;
  } finally {
    if (!isWrong) await limits.refund(kind, key);
  }
}
