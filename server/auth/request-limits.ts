import type { FastifyRequest } from "fastify";
import type { LimitKind } from "../limits/limits.ts";
import { toNetwork } from "../limits/network.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import type { TokenKind } from "./mail/one-time-tokens.ts";

type LimitDependencies = Pick<AuthDependencies, "limits">;

export async function limitRequests(
  dependencies: LimitDependencies,
  request: FastifyRequest,
  kind: "account request" | "token request" | "verify request",
): Promise<void> {
  await requireWithinLimit(dependencies, kind, toNetwork(request.ip));
}

export async function requireWithinLimit(
  { limits }: LimitDependencies,
  kind: LimitKind,
  key: string,
): Promise<void> {
  const { allowed } = await limits.consume(kind, key);
  if (!allowed) throw refusal("tooManyRequests");
}

/** Counted by the address that was asked for, whether it has an account or not: so the limit tells nothing of that. */
export async function limitMails(
  { limits }: LimitDependencies,
  kind: TokenKind,
  email: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume("mail", `${kind} ${email}`);
  if (allowed) return;
  throw refusal("tooManyMails", {
    message: `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`,
  });
}
