import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { Query } from "../../postgres/database.ts";
import { withConstantTime } from "../constant-time.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { limitMails, limitRequests } from "../request-limits.ts";
import { optionalText, securityMetadata } from "../request-schemas.ts";
import { requireChallenge } from "../require-challenge.ts";
import { isBanned, type UserRow } from "../users.ts";
import { queueEmailChangeMails } from "./email-change.ts";
import { queueOneTimeTokenMail } from "./one-time-token-mail.ts";
import { chooseRedirectTarget } from "./redirects.ts";

export const accountMailBody = z.object({
  email: optionalText,
  phone: optionalText,
  gotrue_meta_security: securityMetadata,
});

export type AccountMailKind = "recovery" | "magiclink" | "signup" | "email_change";

/**
 * Queues a mail if the address has an account. The response is the same for every address, so that nobody can find out
 * who has an account.
 */
export async function requestAccountMail(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  body: z.infer<typeof accountMailBody>,
  kind: AccountMailKind,
): Promise<object> {
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
      if (user && !isBanned(user)) await queueMail(dependencies, query, user, kind, redirectTo);
    });
    return {};
  });
}

/** Sends a confirmation only if one is pending. */
async function queueMail(
  dependencies: AuthDependencies,
  query: Query,
  user: UserRow,
  kind: AccountMailKind,
  redirectTo: string,
): Promise<void> {
  if (kind === "email_change") {
    if (user.new_email) await queueEmailChangeMails(dependencies, query, user, user.new_email, redirectTo);
  } else if (kind !== "signup" || !user.email_confirmed_at) {
    await queueOneTimeTokenMail(dependencies, query, { userId: user.id, kind, to: user.email, redirectTo });
  }
}
