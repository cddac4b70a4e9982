import type { Query } from "../../postgres/database.ts";
import { refusal } from "../errors.ts";
import type { SignedInUser } from "../sessions/signed-in-user.ts";

/**
 * Refuses if the session has ended since it was checked, or if another one has turned two-step sign-in on. Called when the
 * user row is locked: a change that waits for "This was not me" must not follow it.
 */
export async function requireUnchangedSteps(query: Query, { user, sessionId }: SignedInUser): Promise<void> {
  const { rowCount } = await query(
    `select from auth.sessions where id = $1 and (
       aal = 'aal2' or not exists (select from auth.factors where user_id = $2 and status = 'verified')
     )`,
    [sessionId, user.id],
  );
  if (rowCount === 0) throw refusal("secondStepMissing");
}
