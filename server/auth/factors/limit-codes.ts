import type { FastifyRequest } from "fastify";
import type { LimitKind } from "../../limits/limits.ts";
import { toNetwork } from "../../limits/network.ts";
import { recordSecurityFailure } from "../../security-events/security-events.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { type RefusalName, refusal } from "../errors.ts";
import { describeClient } from "../sessions/client.ts";

type Bucket = readonly [kind: LimitKind, key: string];
type CodeKind = "app" | "recovery";

const REFUSALS = {
  app: { wrong: "totpCodeWrong", tooMany: "tooManyTotpCodes" },
  recovery: { wrong: "recoveryCodeWrong", tooMany: "tooManyRecoveryCodes" },
} as const satisfies Record<CodeKind, Record<"wrong" | "tooMany", RefusalName>>;

/**
 * Runs the check of a code within the limits on guesses, and refuses if it returns undefined. A correct code is not
 * counted.
 *
 * Six digits can be guessed, so codes of an app are also limited over all networks. Recovery codes cannot be guessed, so
 * they are not: somebody who knows the password and enters wrong codes cannot lock the owner out of all ways in.
 */
export async function limitCodes<T>(
  { limits, database }: Pick<AuthDependencies, "limits" | "database">,
  request: FastifyRequest,
  userId: string,
  kind: CodeKind,
  check: () => Promise<T | undefined>,
): Promise<T> {
  const buckets = bucketsOf(kind, userId, toNetwork(request.ip));
  for (const bucket of buckets)
    if (!(await limits.consume(...bucket)).allowed) throw refusal(REFUSALS[kind].tooMany);
  const result = await check();
  if (result === undefined) {
    const details = { step: 2, code: kind };
    const client = describeClient(request);
    await recordSecurityFailure(database.query, { kind: "sign-in failed", userId, ...client, details });
    throw refusal(REFUSALS[kind].wrong);
  }
  for (const bucket of buckets) await limits.giveBack(...bucket);
  return result;
}

function bucketsOf(kind: CodeKind, userId: string, network: string): readonly Bucket[] {
  if (kind === "recovery") return [["recovery code attempt", `${userId} ${network}`]];
  return [
    ["app code attempt", `${userId} ${network}`],
    ["app code attempt anywhere", userId],
  ];
}
