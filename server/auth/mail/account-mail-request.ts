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
import { queueSignUpMail } from "../sign-ups/sign-up-mail.ts";
import { isBanned, type UserRow } from "../users.ts";
import { codeChallengeFields, readCodeChallenge } from "./code-challenge.ts";
import { queueEmailChangeMails } from "./email-change.ts";
import { queueOneTimeTokenMail } from "./one-time-token-mail.ts";
import { chooseRedirectTarget } from "./redirects.ts";

export const accountMailBody = z.object({
  email: optionalText,
  phone: optionalText,
  gotrue_meta_security: securityMetadata,
  ...codeChallengeFields,
});

export type AccountMailKind = "recovery" | "magiclink" | "signup" | "email_change";

/**
 * Queues a mail if the address has an account, or for a sign-up if it has none. The response is the same for every
 * address, so that nobody can find out who has an account.
 */
export async function requestAccountMail(
  dependencies: AuthDependencies,
  request: FastifyRequest,
  body: z.infer<typeof accountMailBody>,
  kind: AccountMailKind,
): Promise<object> {
  await requireChallenge(dependencies, request, body);
  await limitRequests(dependencies, request, "account request");
  if (!body.email) throw refusal(body.phone ? "phoneOff" : "emailMissing");
  const email = requireEmail(body.email);
  const codeChallenge = readCodeChallenge(body, dependencies.config);
  return withConstantTime(async () => {
    await limitMails(dependencies, kind, email);
    const mayMail = kind !== "email_change" || (await mayMailNewAddress(dependencies, email));
    const options = { redirectTo: chooseRedirectTarget(request, dependencies.config), codeChallenge };
    await dependencies.database.transaction(async (query) => {
      const { rows } = await query<UserRow>("select * from auth.users where email = $1 for update", [email]);
      const [user] = rows;
      if (!user) await queueMailToNewAddress(dependencies, query, email, kind, options);
      else if (mayMail && !isBanned(user)) await queueMail(dependencies, query, user, kind, options);
    });
    return {};
  });
}

/** The address that an account is to move to can be a stranger's. A refusal would reveal that a change is pending. */
async function mayMailNewAddress({ database, limits }: AuthDependencies, email: string): Promise<boolean> {
  const { rows } = await database.query<{ new_email: string }>(
    "select new_email from auth.users where email = $1 and new_email is not null",
    [email],
  );
  const [change] = rows;
  return change === undefined || (await limits.consume("mails a day", change.new_email)).allowed;
}

interface MailOptions {
  readonly redirectTo: string;
  readonly codeChallenge: string | null;
}

async function queueMail(
  dependencies: AuthDependencies,
  query: Query,
  user: UserRow,
  kind: AccountMailKind,
  options: MailOptions,
): Promise<void> {
  if (kind === "signup") return;
  if (kind === "email_change") {
    if (user.new_email) await queueEmailChangeMails(dependencies, query, user, user.new_email, options);
    return;
  }
  await queueOneTimeTokenMail(dependencies, query, { userId: user.id, kind, to: user.email, ...options });
}

/**
 * Confirms the address only. The password of an earlier sign-up is not part of it: whoever requests the mail again need
 * not be the person who chose that password.
 */
async function queueMailToNewAddress(
  dependencies: AuthDependencies,
  query: Query,
  email: string,
  kind: AccountMailKind,
  { redirectTo, codeChallenge }: MailOptions,
): Promise<void> {
  if (kind !== "signup") return;
  const newSignUp = { email, passwordHash: null, metadataJson: "{}", codeChallenge };
  await queueSignUpMail(dependencies, query, newSignUp, redirectTo);
}
