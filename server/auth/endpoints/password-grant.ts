import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { toWideNetwork } from "../../limits/network.ts";
import { verifyPassword } from "../../passwords/hashing.ts";
import type { Query } from "../../postgres/database.ts";
import { recordSecurityFailure } from "../../security-events/security-events.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { normalizeEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { rememberBrowser } from "../familiar-browser.ts";
import { countSignIn, limitNetwork } from "../password-attempts.ts";
import { limitRequests } from "../request-limits.ts";
import { optionalText, parseBody, securityMetadata } from "../request-schemas.ts";
import { requireChallenge } from "../require-challenge.ts";
import { type Client, describeClient } from "../sessions/client.ts";
import { createSessionResponse } from "../sessions/session-response.ts";
import { createSession, type SessionRow } from "../sessions/sessions.ts";
import { isPasswordOfSignUp } from "../sign-ups/pending-sign-ups.ts";
import { findUserByEmail, isBanned, type UserRow } from "../users.ts";

const passwordBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  gotrue_meta_security: securityMetadata,
});

/**
 * POST /token?grant_type=password, open to everyone who passes the bot challenge. Only somebody who knows the password
 * learns that an account is banned or that a sign-up is not confirmed.
 */
export function signInWithPassword(dependencies: AuthDependencies) {
  const { database } = dependencies;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = parseBody(passwordBody, request);
    if (!body.email) {
      await requireChallenge(dependencies, request, body);
      await limitRequests(dependencies, request, "token request");
      throw refusal(body.phone ? "phoneSignInOff" : "emailOrPhoneMissing");
    }
    const typedEmail = body.email.toLowerCase();
    const email = normalizeEmail(typedEmail);
    const user = email === null ? null : await findUserByEmail(database.query, email);
    const isCorrect = await countSignIn(
      dependencies,
      request,
      { email: typedEmail, user },
      async (attempt) => {
        await requireChallenge(dependencies, request, body, attempt.challengeLevel);
        const lane = user && attempt.isInFamiliarBrowser ? user.id : toWideNetwork(request.ip);
        return limitNetwork(dependencies, request, attempt, () =>
          verifyPassword(body.password ?? "", user?.password_hash ?? null, lane),
        );
      },
    );
    const recordFailure = (reason: string) =>
      recordSecurityFailure(database.query, {
        kind: "sign-in failed",
        userId: user?.id ?? null,
        ...describeClient(request),
        details: { reason },
      });
    if (!user || !isCorrect) {
      const isPending =
        email !== null &&
        (await isPasswordOfSignUp(database.query, email, body.password ?? "", toWideNetwork(request.ip)));
      await recordFailure("password");
      throw refusal(isPending ? "emailNotConfirmed" : "wrongCredentials");
    }
    if (isBanned(user)) {
      await recordFailure("banned");
      throw refusal("bannedAtSignIn");
    }
    const [session, signedIn] = await database.transaction((query) =>
      beginSession(dependencies, query, user, describeClient(request)),
    );
    rememberBrowser(dependencies, request, reply, user.id);
    return createSessionResponse(dependencies, reply, session, signedIn);
  };
}

/** Refuses if the password has changed since it was checked, because a new password signs everyone else out. */
async function beginSession(
  dependencies: AuthDependencies,
  query: Query,
  checked: UserRow,
  client: Client,
): Promise<[SessionRow, UserRow]> {
  const { rows } = await query<UserRow>(
    `update auth.users set last_sign_in_at = now(), updated_at = now()
     where id = $1 and password_hash = $2 returning *`,
    [checked.id, checked.password_hash],
  );
  const [user] = rows;
  if (!user) throw refusal("wrongCredentials");
  const session = await createSession(dependencies, query, { user, method: "password", client });
  return [session, user];
}
