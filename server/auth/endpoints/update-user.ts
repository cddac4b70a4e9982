import type { FastifyRequest } from "fastify";
import { z } from "zod";
import { hashPassword, verifyPassword } from "../../passwords/hashing.ts";
import type { Query } from "../../postgres/database.ts";
import { setEventOrigin } from "../../security-events/security-events.ts";
import { withConstantTime } from "../constant-time.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { requireEmail } from "../email-address.ts";
import { refusal } from "../errors.ts";
import { listFactors } from "../factors/factors.ts";
import { codeChallengeFields, readCodeChallenge } from "../mail/code-challenge.ts";
import { queueEmailChangeMails } from "../mail/email-change.ts";
import { chooseRedirectTarget } from "../mail/redirects.ts";
import { queueNotice } from "../notices/queue-notice.ts";
import { listPasskeys } from "../passkeys/passkeys.ts";
import { findPasswordOwner, requireStrongPassword } from "../password-rules.ts";
import { limitAddressChanges, limitSession } from "../request-limits.ts";
import { optionalData, optionalText, parseBody } from "../request-schemas.ts";
import { requireProof } from "../require-proof.ts";
import { describeClient } from "../sessions/client.ts";
import { endOtherSessions } from "../sessions/end-sessions.ts";
import { requireSignedIn, type SignedInUser } from "../sessions/signed-in-user.ts";
import { refuseInvalidMetadata, serializeMetadata } from "../user-metadata.ts";
import { lockUser, renderUser, type UserRow } from "../users.ts";

const updateBody = z.object({
  password: optionalText,
  current_password: optionalText,
  nonce: optionalText,
  email: optionalText,
  phone: optionalText,
  data: optionalData,
  app_metadata: z.unknown().optional(),
  ...codeChallengeFields,
});

/**
 * PUT /user, for the signed-in user: changes whichever of password, metadata and address the body contains, in one
 * transaction.
 */
export function updateUser(dependencies: AuthDependencies) {
  return async (request: FastifyRequest) => {
    const signedIn = await requireSignedIn(dependencies, request);
    await limitSession(dependencies, request, "account request", signedIn.sessionId);
    const { user } = signedIn;
    const body = parseBody(updateBody, request);
    if (body.app_metadata) throw refusal("notAdmin");
    if (body.phone) throw refusal("phoneOff");

    const email = body.email ? requireEmail(body.email) : user.email;
    // The mails of a pending change go out again without another proof, because it was given for this address.
    const isRepeated = email !== user.email && email === user.new_email;
    // The code alone changes nothing. It came by mail, so that mails to the address arrive.
    const isAnswer = Boolean(body.nonce) && !body.password && email === user.email;
    const needsProof = Boolean(body.password) || (email !== user.email && !isRepeated) || isAnswer;
    const consumeProof = needsProof && (await requireProof(dependencies, request, signedIn, body));
    const codeChallenge = readCodeChallenge(body, dependencies.config);
    if (email !== user.email) await limitAddressChanges(dependencies, user, email);
    const passwordHash = body.password ? await hashNewPassword(dependencies, user, body.password) : null;

    const change = async (query: Query) => {
      await setEventOrigin(query, describeClient(request));
      let updated = await lockUser(query, user.id);
      if (isRepeated && updated.new_email !== email) throw refusal("reauthenticationNeeded");
      if (consumeProof) await consumeProof(query);
      if (passwordHash) updated = await storePassword(dependencies, query, signedIn, passwordHash);
      if (body.data) updated = await refuseInvalidMetadata(mergeMetadata(query, user.id, body.data));
      if (email === user.email) return body.email ? cancelEmailChange(query, updated) : updated;
      const redirectTo = chooseRedirectTarget(request, dependencies.config);
      return queueEmailChangeMails(dependencies, query, updated, email, { redirectTo, codeChallenge });
    };
    const changed = await (email === user.email
      ? dependencies.database.transaction(change)
      : withConstantTime(() => dependencies.database.transaction(change)));
    return renderUser(changed, await listFactors(dependencies.database.query, user.id));
  };
}

/** The current address as the new one cancels a change that is not confirmed yet. */
async function cancelEmailChange(query: Query, user: UserRow): Promise<UserRow> {
  await query(
    "delete from auth.one_time_tokens where user_id = $1 and kind in ('email_change', 'email_change_current')",
    [user.id],
  );
  const { rows } = await query<UserRow>(
    "update auth.users set new_email = null, updated_at = now() where id = $1 and new_email is not null returning *",
    [user.id],
  );
  return rows[0] ?? user;
}

async function hashNewPassword(
  { database }: Pick<AuthDependencies, "database">,
  user: UserRow,
  password: string,
): Promise<string> {
  requireStrongPassword(password, await findPasswordOwner(database.query, user));
  if (await verifyPassword(password, user.password_hash, user.id)) throw refusal("samePassword");
  return hashPassword(password, user.id);
}

/** Ends all other sessions and makes all links and codes sent so far invalid: someone else may hold them. */
async function storePassword(
  dependencies: AuthDependencies,
  query: Query,
  { user, sessionId }: SignedInUser,
  hash: string,
): Promise<UserRow> {
  await endOtherSessions(query, user.id, sessionId);
  await query("delete from auth.one_time_tokens where user_id = $1", [user.id]);
  await queueNotice(dependencies, query, {
    userId: user.id,
    to: user.email,
    notice: { kind: "password changed", hasPasskeys: (await listPasskeys(query, user.id)).length > 0 },
  });
  const { rows } = await query<UserRow>(
    `update auth.users set password_hash = $2, new_email = null, updated_at = now() where id = $1 returning *`,
    [user.id, hash],
  );
  return rows[0] as UserRow;
}

/** Merges key by key; null deletes a key. */
async function mergeMetadata(query: Query, id: string, data: Record<string, unknown>): Promise<UserRow> {
  const deleted = Object.keys(data).filter((key) => data[key] === null);
  const { rows } = await query<UserRow>(
    `update auth.users set user_metadata = (user_metadata || $2::jsonb) - $3::text[], updated_at = now()
     where id = $1 returning *`,
    [id, serializeMetadata(data), deleted],
  );
  return rows[0] as UserRow;
}
