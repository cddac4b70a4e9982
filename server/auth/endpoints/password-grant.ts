import type { FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { toNetwork } from "../../limits/network.ts";
import { verifyPassword } from "../../passwords/hashing.ts";
import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { normalizeEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { limitRequests, requireWithinLimit } from "../request-limits.ts";
import { optionalText, parseBody, securityMeta } from "../request-schemas.ts";
import { requireChallenge } from "../require-challenge.ts";
import { createSessionResponse } from "../sessions/session-response.ts";
import { createSession, type SessionRow } from "../sessions/sessions.ts";
import { findUserByEmail, isBanned, type UserRow } from "../users.ts";

const passwordBody = z.object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  gotrue_meta_security: securityMeta,
});

/** POST /token?grant_type=password. What is wrong with an account is said only to whoever knows its password. */
export function signInWithPassword(dependencies: AuthDependencies) {
  const { database, limits } = dependencies;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const body = parseBody(passwordBody, request);
    await requireChallenge(dependencies, request, body);
    await limitRequests(dependencies, request, "token request");
    if (!body.email) throw refusal(body.phone ? "phoneSignInOff" : "emailOrPhoneMissing");

    const tried = body.email.toLowerCase();
    const triedFromHere = `${tried} ${toNetwork(request.ip)}`;
    await requireWithinLimit(dependencies, "password attempt", triedFromHere);
    await requireWithinLimit(dependencies, "password attempt anywhere", tried);

    const email = normalizeEmail(body.email);
    const user = email === null ? null : await findUserByEmail(database.query, email);
    const isRight = await verifyPassword(body.password ?? "", user?.password_hash ?? null);
    if (!user || !isRight) throw refusal("wrongCredentials");

    await limits.refund("password attempt", triedFromHere);
    await limits.refund("password attempt anywhere", tried);
    if (isBanned(user)) throw refusal("bannedAtSignIn");
    if (!user.email_confirmed_at) throw refusal("emailNotConfirmed");
    const [session, signedIn] = await database.transaction((query) => begin(query, user));
    return createSessionResponse(dependencies, reply, session, signedIn);
  };
}

/** Only while the password is still the one that was checked: a change of it ends every session but its own. */
async function begin(query: Query, checked: UserRow): Promise<[SessionRow, UserRow]> {
  const { rows } = await query<UserRow>(
    `update auth.users set last_sign_in_at = now(), updated_at = now()
     where id = $1 and password_hash = $2 returning *`,
    [checked.id, checked.password_hash],
  );
  const [user] = rows;
  if (!user) throw refusal("wrongCredentials");
  return [await createSession(query, user.id, "password"), user];
}
