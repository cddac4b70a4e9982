import type { Query } from "../../postgres/database.ts";
import type { AuthDependencies } from "../dependencies.ts";
import { createMailedLink } from "../mail/one-time-token-mail.ts";
import { findUserByEmail } from "../users.ts";
import { createPendingSignUp, type NewSignUp, type PendingSignUp } from "./pending-sign-ups.ts";

/**
 * Stores a sign-up and queues its mail, both in the caller's transaction. A taken address gets a pending sign-up too, so
 * that nothing tells the difference; its owner is mailed that they have an account already.
 */
export async function queueSignUpMail(
  { mail, config, internalKeys }: Pick<AuthDependencies, "mail" | "config" | "internalKeys">,
  query: Query,
  newSignUp: NewSignUp,
  redirectTo: string,
): Promise<PendingSignUp> {
  const { email: to } = newSignUp;
  const { signUp, linkToken, code } = await createPendingSignUp(query, internalKeys, newSignUp);
  if (await findUserByEmail(query, to)) {
    await mail.accountExists(query, { to, link: `${new URL(config.SITE_URL).origin}/login` });
  } else {
    const link = createMailedLink(config.SITE_URL, linkToken, "signup", redirectTo);
    await mail.confirmSignUp(query, { to, code, link });
  }
  return signUp;
}
