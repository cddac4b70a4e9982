import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query } from "../../postgres/database.ts";
import { withConstantTime } from "../constant-time.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { limitMails, limitRequests } from "../request-limits.ts";
import { optionalText, parseBody, securityMeta } from "../request-schemas.ts";
import { requireChallenge } from "../require-challenge.ts";
import { isBanned, type UserRow } from "../users.ts";
import { queueEmailChangeMails } from "./email-change.ts";
import { queueOneTimeTokenMail } from "./one-time-token-mail.ts";
import { chooseRedirectTarget } from "./redirects.ts";

const addressBody = z.object({
  email: optionalText,
  phone: optionalText,
  gotrue_meta_security: securityMeta,
});

type Kind = "recovery" | "magiclink" | "signup" | "email_change";

/** A mail for whoever has the address, and one answer for all: asking tells nothing of who has an account. */
export async function requestAccountMail(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  kind: Kind,
): Promise<object> {
  const body = parseBody(addressBody, request);
  await limitRequests(dependencies, request, "account request");
  await requireChallenge(dependencies, request, body);
  if (!body.email) throw refusal(body.phone ? "phoneOff" : "emailMissing");
  const email = requireEmail(body.email);
  return withConstantTime(async () => {
    await limitMails(dependencies, kind, email);
    const redirectTo = chooseRedirectTarget(request, dependencies.config);
    await dependencies.database.transaction(async (query) => {
      const { rows } = await query<UserRow>("select * from auth.users where email = $1 for update", [email]);
      const [user] = rows;
      if (user && !isBanned(user)) await mailTo(dependencies, query, user, kind, redirectTo);
    });
    return {};
  });
}

/** Confirming anew is for what still waits for it; all else is for everyone. */
async function mailTo(
  dependencies: AuthDependencies,
  query: Query,
  user: UserRow,
  kind: Kind,
  redirectTo: string,
) {
  if (kind === "email_change") {
    if (user.new_email) await queueEmailChangeMails(dependencies, query, user, user.new_email, redirectTo);
  } else if (kind !== "signup" || !user.email_confirmed_at) {
    await queueOneTimeTokenMail(dependencies, query, { userId: user.id, kind, to: user.email, redirectTo });
  }
}
