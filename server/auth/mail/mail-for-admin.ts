import type { Caller, Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { limitMails } from "../request-limits.ts";
import { queueSignUpMail } from "../sign-ups/sign-up-mail.ts";
import { isBanned, type UserRow } from "../users.ts";
import { queueOneTimeTokenMail } from "./one-time-token-mail.ts";

type Dependencies = Pick<AuthDependencies, "database" | "limits" | "mail" | "config" | "internalKeys">;

/** "confirmation": for the id of a sign-up that nobody has confirmed. "reset": for an account. */
export type MailForAdmin = (admin: Caller, id: string, kind: "confirmation" | "reset") => Promise<boolean>;

/**
 * Sends the mail that a person could request themselves, on behalf of an admin and on record. The limits of the address are
 * those of the person's own requests, and the mail goes only to an address that has signed up. Returns whether there is such
 * a person. The caller has checked that this is an admin, and the record checks it again.
 */
export const createMailForAdmin =
  (dependencies: Dependencies): MailForAdmin =>
  async (admin, id, kind) => {
    const { database, config } = dependencies;
    const { rows } = await database.query<{ email: string }>(FIND[kind], [id]);
    const [found] = rows;
    if (!found) return false;
    await limitMails(dependencies, kind === "reset" ? "recovery" : "signup", found.email);
    return database.transactionFor(admin, async (query) => {
      const isQueued =
        kind === "reset"
          ? await queueReset(dependencies, query, id)
          : await queueConfirmation(dependencies, query, found.email, new URL("/auth", config.SITE_URL).href);
      // In the same transaction: without the right or the entry, no mail is sent.
      if (isQueued) await query("select private.record_account_mail($1, $2, $3)", [id, found.email, kind]);
      return isQueued;
    });
  };

const FIND = {
  reset: "select email from auth.users where id = $1",
  confirmation: "select email from auth.pending_sign_ups where id = $1",
} as const;

async function queueReset(dependencies: Dependencies, query: Query, userId: string): Promise<boolean> {
  const { rows } = await query<UserRow>("select * from auth.users where id = $1 for update", [userId]);
  const [user] = rows;
  if (!user || isBanned(user)) return false;
  const redirectTo = new URL("/reset-password", dependencies.config.SITE_URL).href;
  await queueOneTimeTokenMail(dependencies, query, { userId, kind: "recovery", to: user.email, redirectTo });
  return true;
}

/** As when the person requests it again: the address alone is confirmed, not an earlier password. */
async function queueConfirmation(
  dependencies: Dependencies,
  query: Query,
  email: string,
  redirectTo: string,
): Promise<boolean> {
  const { rows } = await query("select from auth.users where email = $1", [email]);
  if (rows.length > 0) return false;
  await queueSignUpMail(
    dependencies,
    query,
    { email, passwordHash: null, metadataJson: "{}", codeChallenge: null },
    redirectTo,
  );
  return true;
}
