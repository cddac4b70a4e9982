import type { Query } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";

/**
 * Refuses if the session has ended since it was checked, if another one has turned two-step sign-in on, or if an admin
 * with a passkey has used only the password. Called (again) when the user row is locked: a change that waits for "This
 * was not me" must not follow it.
 */
export async function requireUnchangedSteps(
  query: Query,
  { user, sessionId }: SignedInUser,
  code: "secondStepMissing" | "passkeyMissing" = "secondStepMissing",
): Promise<void> {
  const { rowCount } = await query(
    `select from auth.sessions where id = $1 and (
       aal = 'aal2' or not private.needs_step_for_changes($2)
     )`,
    [sessionId, user.id],
  );
  if (rowCount === 0) throw refusal(code);
}
