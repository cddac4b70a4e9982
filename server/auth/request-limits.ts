import type { FastifyRequest } from "fastify";
import type { LimitKind, LimitResult } from "../limits/limits.ts";
import { networksOf } from "../limits/network.ts";
import type { AuthDependencies } from "./dependencies.ts";
import { refusal } from "./errors.ts";
import type { TokenKind } from "./mail/one-time-tokens.ts";
import type { UserRow } from "./users.ts";

type LimitsOnly = Pick<AuthDependencies, "limits">;

export async function limitRequests(
  dependencies: LimitsOnly,
  request: FastifyRequest,
  kind: "account request" | "token request" | "verify request",
): Promise<void> {
  const { network, wideNetwork } = networksOf(request.ip);
  await requireWithinLimit(dependencies, kind, network, request.ip);
  if (wideNetwork) await requireWithinLimit(dependencies, `${kind} by /48`, wideNetwork, request.ip);
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

/** Mails that let their reader in. A stranger who uses them up has sent the owner a way in with each. */
const MAILS_WITH_ACCESS: readonly MailKind[] = ["recovery", "magiclink", "reauthentication"];

type MailKind = TokenKind | "signup";

/**
 * Counts by requested address, with or without an account, so that the limit does not reveal who has one. Mails that let
 * nobody in are counted apart: a stranger's requests for them must not keep the owner from a link to choose a new password.
 */
export async function limitMails({ limits }: LimitsOnly, kind: MailKind, email: string): Promise<void> {
  const once = await limits.consume("mail", `${kind} ${email}`);
  const daily = MAILS_WITH_ACCESS.includes(kind) ? "mails with access a day" : "mails a day";
  refuseMails(once.allowed ? await limits.consume(daily, email) : once);
}

/** Counts by account too: a different address each time would be a mail to one more stranger. */
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
