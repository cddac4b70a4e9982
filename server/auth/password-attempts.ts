import type { FastifyRequest } from "fastify";
import { toNetwork } from "../limits/network.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { requireWithinLimit } from "./request-limits.ts";

/**
 * Runs the check of a typed password within the limits on guesses, by address and by address and network. A correct
 * password is not counted.
 */
export async function limitPasswordAttempts(
  dependencies: Pick<AuthDependencies, "limits">,
  request: FastifyRequest,
  email: string,
  isCorrect: () => Promise<boolean>,
): Promise<boolean> {
  const { limits } = dependencies;
  const emailAndNetwork = `${email} ${toNetwork(request.ip)}`;
  await requireWithinLimit(dependencies, "password attempt", emailAndNetwork);
  await requireWithinLimit(dependencies, "password attempt anywhere", email);
  if (!(await isCorrect())) return false;
  await limits.refund("password attempt", emailAndNetwork);
  await limits.refund("password attempt anywhere", email);
  return true;
}
