import type { FastifyRequest } from "fastify";
import type { LimitKind, Limits } from "../limits/limits.ts";
import { toNetwork, toWideNetwork } from "../limits/network.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { findFamiliarBrowser } from "./familiar-browser.ts";
import { limitGuesses, requireWithinLimit } from "./request-limits.ts";

/** The level of the bot challenge from this number of wrong passwords on, until they are forgotten. */
interface Level {
  readonly wrongPasswords: number;
  readonly level: number;
}

/** The levels for an e-mail address. One wrong password is forgotten each minute. */
const ADDRESS_LEVELS: readonly Level[] = [
  { wrongPasswords: 20, level: 2 },
  { wrongPasswords: 5, level: 1 },
];
/**
 * The levels for a network. One wrong password is forgotten every two seconds. A class that signs in at once must stay
 * below them, because an attempt counts until its password turns out to be correct.
 */
const NETWORK_LEVELS: readonly Level[] = [
  { wrongPasswords: 400, level: 2 },
  { wrongPasswords: 100, level: 1 },
];

type Dependencies = Pick<AuthDependencies, "limits" | "challenge" | "internalKeys" | "config">;

/** The conditions under which the password of a sign-in is checked. */
export interface SignInAttempt {
  readonly challengeLevel: number;
  /** The owner has signed in with this browser before. */
  readonly isInFamiliarBrowser: boolean;
}

interface SignIn {
  readonly email: string;
  readonly user: { readonly id: string } | null;
}

/**
 * Counts an attempt to sign in, unless the password turns out to be correct or is not checked. Strangers who guess make
 * the challenge harder for other strangers, but lock nobody out: a browser in which the owner has signed in before is
 * counted by itself. Guesses from a network lock nobody of that network out, either. Without a challenge that can be
 * made harder, attempts are refused instead: by network, and without any challenge by address and network too.
 */
export async function countSignIn(
  dependencies: Dependencies,
  request: FastifyRequest,
  { email, user }: SignIn,
  isCorrect: (attempt: SignInAttempt) => Promise<boolean>,
): Promise<boolean> {
  const { limits, challenge } = dependencies;
  const browser = user === null ? null : findFamiliarBrowser(dependencies, request, user.id);
  if (browser || challenge.publicSettings.kind === "off") {
    const key = browser ?? `${email} ${toNetwork(request.ip)}`;
    await requireWithinLimit(dependencies, "password attempt", key);
    return giveBackUnlessWrong(limits, "password attempt", key, () =>
      isCorrect({ challengeLevel: 0, isInFamiliarBrowser: browser !== null }),
    );
  }
  const network = toWideNetwork(request.ip);
  const challengeLevel = Math.max(
    findLevel(ADDRESS_LEVELS, await limits.count("wrong password", email)),
    findLevel(NETWORK_LEVELS, await limits.count("wrong password of a network", network)),
  );
  return giveBackUnlessWrong(limits, "wrong password", email, () =>
    giveBackUnlessWrong(limits, "wrong password of a network", network, () =>
      isCorrect({ challengeLevel, isInFamiliarBrowser: false }),
    ),
  );
}

/** The network is not limited if its guesses make the challenge harder, nor in a familiar browser. */
export function limitNetwork(
  dependencies: Dependencies,
  request: FastifyRequest,
  { isInFamiliarBrowser }: SignInAttempt,
  isCorrect: () => Promise<boolean>,
): Promise<boolean> {
  if (isInFamiliarBrowser || dependencies.challenge.publicSettings.kind === "altcha") return isCorrect();
  return limitGuesses(dependencies, request, "token request", isCorrect);
}

function findLevel(levels: readonly Level[], count: number): number {
  return levels.find(({ wrongPasswords }) => count > wrongPasswords)?.level ?? 0;
}

/** Runs the check of a signed-in user's password. Only a stolen session could use this limit up. */
export async function limitPasswordAttempts(
  dependencies: Pick<AuthDependencies, "limits">,
  sessionId: string,
  isCorrect: () => Promise<boolean>,
): Promise<boolean> {
  await requireWithinLimit(dependencies, "password attempt", sessionId);
  return giveBackUnlessWrong(dependencies.limits, "password attempt", sessionId, isCorrect);
}

async function giveBackUnlessWrong(
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
    if (!isWrong) await limits.giveBack(kind, key);
  }
}
