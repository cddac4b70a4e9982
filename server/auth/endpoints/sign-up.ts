import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { hashPassword } from "../../passwords/hashing.ts";
import { evenly } from "../constant-time.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { mailToken } from "../mail/one-time-token-mail.ts";
import { redirectTarget } from "../mail/redirects.ts";
import { requireStrongPassword } from "../password-rules.ts";
import { limitMails, limitRequests } from "../request-limits.ts";
import { optionalData, optionalText, readBody, securityMeta } from "../request-schemas.ts";
import { requireChallenge } from "../require-challenge.ts";
import { dataText, refusingBadData } from "../user-metadata.ts";
import { showMadeUpUser, showUser, type UserRow } from "../users.ts";

const signUpBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  data: optionalData,
  gotrue_meta_security: securityMeta,
});

interface NewAccount {
  readonly email: string;
  readonly passwordHash: string;
  readonly dataText: string;
  readonly redirectTo: string;
}

/** POST /signup: an account that waits for its address to be confirmed. A taken address gets an answer all the same. */
export function signUp(parts: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const body = readBody(signUpBody, request);
    await requireChallenge(parts, request, body);
    await limitRequests(parts, request, "account request");
    if (!body.email) throw refusal(body.phone ? "phoneSignUpOff" : "anonymousOff");
    if (!body.password) throw refusal("passwordMissing");
    requireStrongPassword(body.password);
    const email = requireEmail(body.email);
    const { password } = body;
    const data = body.data ?? {};
    const text = dataText(data);
    return evenly(async () => {
      // Hashed whatever comes of it: a taken address costs what a free one costs.
      const passwordHash = await hashPassword(password);
      await limitMails(parts, "signup", email);
      const redirectTo = redirectTarget(request, parts.config);
      const user = await register(parts, { email, passwordHash, dataText: text, redirectTo });
      return user ? showUser(user) : showMadeUpUser(email, data);
    });
  };
}

/** The user that now waits for confirmation, or null where somebody has confirmed this address before. */
async function register(
  parts: AuthDependencies,
  { email, passwordHash, dataText, redirectTo }: NewAccount,
): Promise<UserRow | null> {
  return parts.database.transaction(async (query) => {
    await refusingBadData(
      query(
        `insert into auth.users (email, password_hash, user_metadata) values ($1, $2, $3)
         on conflict (email) do nothing`,
        [email, passwordHash, dataText],
      ),
    );
    // Whoever had signed up before keeps the password he chose: only the mail goes out again.
    const { rows } = await query<UserRow>(
      "select * from auth.users where email = $1 and email_confirmed_at is null for update",
      [email],
    );
    const [waiting] = rows;
    if (!waiting) return null;
    return mailToken(parts, query, { userId: waiting.id, kind: "signup", to: email, redirectTo });
  });
}
