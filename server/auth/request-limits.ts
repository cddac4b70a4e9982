import type { FastifyRequest } from "fastify";
import { Refusal } from "../errors/refusal.ts";
import type { LimitKind, LimitResult } from "../limits/limits.ts";
import { networksOf } from "../limits/network.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import type { TokenKind } from "./mail/one-time-tokens.ts";
import type { UserRow } from "./users.ts";

type LimitsOnly = Pick<AuthDependencies, "limits">;

type NetworkKind = "account request" | "token request" | "verify request";

/** Limits requests of people who are not signed in. Signed-in users of the same network have limits of their own. */
export async function limitRequests(
  dependencies: LimitsOnly,
  request: FastifyRequest,
  kind: NetworkKind,
): Promise<void> {
  for (const [limit, key] of bucketsOf(request, kind))
    await requireWithinLimit(dependencies, limit, key, request.ip);
}

/**
 * Runs the check of a secret that can be guessed, such as a code, within the limit of the network. Counts only requests
 * that are refused or whose check returns false.
 */
export async function limitGuesses<T>(
  dependencies: LimitsOnly,
  request: FastifyRequest,
  kind: NetworkKind,
  check: () => Promise<T>,
): Promise<T> {
  await limitRequests(dependencies, request, kind);
  const result = await check();
  if (result !== false)
    for (const bucket of bucketsOf(request, kind)) await dependencies.limits.giveBack(...bucket);
  return result;
}

/**
 * Runs the check of a secret that cannot be guessed, such as a link. It comes before the limit, so that a stranger who
 * sends invalid ones never keeps people of the same network from using theirs.
 */
export async function limitFailures<T>(
  dependencies: LimitsOnly,
  request: FastifyRequest,
  kind: NetworkKind,
  check: () => Promise<T>,
): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) await limitRequests(dependencies, request, kind);
    throw error;
  }
}

/** Returns whether the limit of this network is used up, so that its failed requests need not be recorded. */
export function isNetworkUsedUp(
  dependencies: LimitsOnly,
  request: FastifyRequest,
  kind: NetworkKind,
): boolean {
  return bucketsOf(request, kind).some((bucket) => dependencies.limits.isUsedUp(...bucket));
}

/**
 * A school shares one network, so signed-in users are counted by themselves: by session, because a thief with one must
 * not keep the owner from closing the account to them.
 */
export async function limitSession(
  dependencies: LimitsOnly,
  request: FastifyRequest,
  kind: "account request" | "verify request",
  sessionId: string,
): Promise<void> {
  await requireWithinLimit(dependencies, `${kind} of a session`, sessionId, request.ip);
}

function bucketsOf(request: FastifyRequest, kind: NetworkKind): readonly (readonly [LimitKind, string])[] {
  const { network, wideNetwork } = networksOf(request.ip);
  return [[kind, network], ...(wideNetwork ? [[`${kind} by /48`, wideNetwork] as const] : [])];
}

export async function requireWithinLimit(
  { limits }: LimitsOnly,
  kind: LimitKind,
  key: string,
  address?: string,
): Promise<void> {
  const { allowed, retryAfterSeconds } = await limits.consume(kind, key, { address });
  if (!allowed) throw refusal("tooManyRequests", { retryAfterSeconds });
}

/** Mails that sign their reader in. A stranger who uses this limit up has sent the owner a way in with each mail. */
const MAILS_WITH_ACCESS: readonly MailKind[] = ["recovery", "magiclink", "reauthentication"];

type MailKind = TokenKind | "signup";

/**
 * Counts by requested address, with or without an account, so that the limit does not reveal who has one. Mails that
 * let nobody in are counted apart: a stranger's requests for them must not keep the owner from a link to choose a new
 * password.
 */
export async function limitMails({ limits }: LimitsOnly, kind: MailKind, email: string): Promise<void> {
  const once = await limits.consume("mail", `${kind} ${email}`);
  const daily = MAILS_WITH_ACCESS.includes(kind) ? "mails with access a day" : "mails a day";
  refuseMails(once.allowed ? await limits.consume(daily, email) : once);
}

/** Counts by account too: otherwise, an account could send mails to any number of strangers. */
export async function limitAddressChanges(
  { limits }: LimitsOnly,
  { id }: UserRow,
  email: string,
): Promise<void> {
  refuseMails(await limits.consume("address changes a day", id));
  await limitMails({ limits }, "email_change", email);
}

function refuseMails({ allowed, retryAfterSeconds }: LimitResult): void {
  if (allowed) return;
  throw refusal("tooManyMails", {
    message: `For security purposes, you can only request this after ${retryAfterSeconds} seconds.`,
    retryAfterSeconds,
  });
}
