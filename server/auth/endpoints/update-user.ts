import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { hashPassword, verifyPassword } from "../../passwords/hashing.ts";
import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { queueEmailChangeMails } from "../mail/email-change.ts";
import { consumeOneTimeToken, findLinkHashByCode } from "../mail/one-time-tokens.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { requireStrongPassword } from "../password-rules.ts";
import { limitMails, limitRequests, requireWithinLimit } from "../request-limits.ts";
import { optionalData, optionalText, parseBody } from "../request-schemas.ts";
import { requireSignedIn, type SignedIn } from "../sessions/signed-in-user.ts";
import { refuseInvalidMetadata, serializeMetadata } from "../user-metadata.ts";
import { findUserByEmail, renderUser, type UserRow } from "../users.ts";

const changeBody = z.object({
  password: optionalText,
  nonce: optionalText,
  email: optionalText,
  phone: optionalText,
  data: optionalData,
  app_metadata: z.unknown().optional(),
});

/** PUT /user: password, data and address, all of what is asked for or nothing. */
export function updateUser(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    await limitRequests(dependencies, request, "account request");
    const signedIn = await requireSignedIn(dependencies, request);
    const { user } = signedIn;
    const body = parseBody(changeBody, request);
    if (body.app_metadata) throw refusal("notAdmin");
    if (body.phone) throw refusal("phoneOff");

    const email = body.email ? requireEmail(body.email) : user.email;
    if (email !== user.email) await allowNewEmail(dependencies, email);
    const passwordHash = body.password ? await hashNewPassword(user, body.password) : null;
    const nonce = body.nonce ? await findNonce(dependencies, user, body.nonce) : null;

    const changed = await dependencies.database.transaction(async (query) => {
      let now = await lockUser(query, user.id);
      if (nonce && !(await consumeOneTimeToken(query, ["reauthentication"], nonce)))
        throw refusal("nonceWrong");
      if (passwordHash) now = await storePassword(query, signedIn, passwordHash);
      if (body.data) now = await refuseInvalidMetadata(mergeData(query, user.id, body.data));
      if (email === user.email) return now;
      return queueEmailChangeMails(
        dependencies,
        query,
        now,
        email,
        chooseRedirectTarget(request, dependencies.config),
      );
    });
    return renderUser(changed);
  };
}

async function allowNewEmail(dependencies: AuthDependencies, email: string): Promise<void> {
  if (await findUserByEmail(dependencies.database.query, email)) throw refusal("emailTaken");
  await limitMails(dependencies, "email_change", email);
}

async function hashNewPassword(user: UserRow, password: string): Promise<string> {
  requireStrongPassword(password);
  if (await verifyPassword(password, user.password_hash)) throw refusal("samePassword");
  return hashPassword(password);
}

/** The code of GET /reauthenticate. Nobody has to send one; one that is sent has to be right. */
async function findNonce(dependencies: AuthDependencies, user: UserRow, nonce: string): Promise<Buffer> {
  await requireWithinLimit(dependencies, "code attempt", user.email);
  const { database, internalKey } = dependencies;
  const hash = await findLinkHashByCode(database.query, internalKey, ["reauthentication"], user.email, nonce);
  if (!hash) throw refusal("nonceWrong");
  return hash;
}

async function lockUser(query: Query, id: string): Promise<UserRow> {
  const { rows } = await query<UserRow>("select * from auth.users where id = $1 for update", [id]);
  const [user] = rows;
  if (!user) throw refusal("userGone");
  return user;
}

/** Whoever else knew the old password, or holds a mail that was sent before, is out. */
async function storePassword(query: Query, { user, sessionId }: SignedIn, hash: string): Promise<UserRow> {
  await query("delete from auth.sessions where user_id = $1 and id <> $2", [user.id, sessionId]);
  await query("delete from auth.one_time_tokens where user_id = $1", [user.id]);
  const { rows } = await query<UserRow>(
    `update auth.users set password_hash = $2, new_email = null, updated_at = now() where id = $1 returning *`,
    [user.id, hash],
  );
  return rows[0] as UserRow;
}

/** Key by key; null deletes one. */
async function mergeData(query: Query, id: string, data: Record<string, unknown>): Promise<UserRow> {
  const deleted = Object.keys(data).filter((key) => data[key] === null);
  const { rows } = await query<UserRow>(
    `update auth.users set user_metadata = (user_metadata || $2::jsonb) - $3::text[], updated_at = now()
     where id = $1 returning *`,
    [id, serializeMetadata(data), deleted],
  );
  return rows[0] as UserRow;
}
