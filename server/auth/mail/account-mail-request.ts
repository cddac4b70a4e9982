import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query } from "../../postgres/database.ts";
import { evenly } from "../constant-time.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { limitMails, limitRequests } from "../request-limits.ts";
import { optionalText, readBody, securityMeta } from "../request-schemas.ts";
import { requireChallenge } from "../require-challenge.ts";
import { isBanned, type UserRow } from "../users.ts";
import { mailEmailChange } from "./email-change.ts";
import { mailToken } from "./one-time-token-mail.ts";
import { redirectTarget } from "./redirects.ts";

const addressBody = z.object({
  email: optionalText,
  phone: optionalText,
  gotrue_meta_security: securityMeta,
});

type Kind = "recovery" | "magiclink" | "signup" | "email_change";

/** A mail for whoever has the address, and one answer for all: asking tells nothing of who has an account. */
export async function mailIfKnown(
  parts: AuthDependencies,
  request: FastifyRequest,
  kind: Kind,
): Promise<object> {
  const body = readBody(addressBody, request);
  await limitRequests(parts, request, "account request");
  await requireChallenge(parts, request, body);
  if (!body.email) throw refusal(body.phone ? "phoneOff" : "emailMissing");
  const email = requireEmail(body.email);
  return evenly(async () => {
    await limitMails(parts, kind, email);
    const redirectTo = redirectTarget(request, parts.config);
    await parts.database.transaction(async (query) => {
      const { rows } = await query<UserRow>("select * from auth.users where email = $1 for update", [email]);
      const [user] = rows;
      if (user && !isBanned(user)) await mailTo(parts, query, user, kind, redirectTo);
    });
    return {};
  });
}

/** Confirming anew is for what still waits for it; all else is for everyone. */
async function mailTo(parts: AuthDependencies, query: Query, user: UserRow, kind: Kind, redirectTo: string) {
  if (kind === "email_change") {
    if (user.new_email) await mailEmailChange(parts, query, user, user.new_email, redirectTo);
  } else if (kind !== "signup" || !user.email_confirmed_at) {
    await mailToken(parts, query, { userId: user.id, kind, to: user.email, redirectTo });
  }
}
