import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { toWideNetwork } from "../../limits/network.ts";
import { hashPassword } from "../../passwords/hashing.ts";
import { withConstantTime } from "../constant-time.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { queueOneTimeTokenMail } from "../mail/one-time-token-mail.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { requireStrongPassword } from "../password-rules.ts";
import { limitMails, limitRequests } from "../request-limits.ts";
import { optionalData, optionalText, parseBody, securityMetadata } from "../request-schemas.ts";
import { requireChallenge } from "../require-challenge.ts";
import { refuseInvalidMetadata, serializeMetadata } from "../user-metadata.ts";
import { renderFakeUser, renderUser, type UserRow } from "../users.ts";

const signUpBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalData,
  gotrue_meta_security: securityMetadata,
});

interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
  readonly metadataJson: string;
  readonly redirectTo: string;
}

/**
 * POST /signup, open to everyone who passes the bot challenge: creates an account whose address must be confirmed. The
 * response does not tell whether the address already had an account.
 */
export function signUp(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const body = parseBody(signUpBody, request);
    await requireChallenge(dependencies, request, body);
    await limitRequests(dependencies, request, "account request");
    if (!body.email) throw refusal(body.phone ? "phoneSignUpOff" : "anonymousOff");
    if (!body.password) throw refusal("passwordMissing");
    const email = requireEmail(body.email);
    const { password } = body;
    const data = body.data ?? {};
    const names = Object.values(data).filter((value) => typeof value === "string");
    requireStrongPassword(password, { email, names });
    const metadataJson = serializeMetadata(data);
    return withConstantTime(async () => {
      // The password is hashed even if the address is taken, so that both cases take the same time.
      const passwordHash = await hashPassword(password, toWideNetwork(request.ip));
      await limitMails(dependencies, "signup", email);
      const redirectTo = chooseRedirectTarget(request, dependencies.config);
      const user = await register(dependencies, { email, passwordHash, metadataJson, redirectTo });
      return user ? renderUser(user, []) : renderFakeUser(email, data);
    });
  };
}

/** Returns the unconfirmed user, or null if the address belongs to a confirmed account. */
async function register(
  dependencies: AuthDependencies,
  { email, passwordHash, metadataJson, redirectTo }: NewAccount,
): Promise<UserRow | null> {
  return dependencies.database.transaction(async (query) => {
    await refuseInvalidMetadata(
      query(
        `insert into auth.users (email, password_hash, user_metadata) values ($1, $2, $3)
         on conflict (email) do nothing`,
        [email, passwordHash, metadataJson],
      ),
    );
    // A second sign-up only sends the mail again: the first password stays.
    const { rows } = await query<UserRow>(
      "select * from auth.users where email = $1 and email_confirmed_at is null for update",
      [email],
    );
    const [unconfirmed] = rows;
    if (!unconfirmed) return null;
    const mail = { userId: unconfirmed.id, kind: "signup", to: email, redirectTo } as const;
    return queueOneTimeTokenMail(dependencies, query, mail);
  });
}
