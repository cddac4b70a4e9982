import type { Query } from "../postgres/database.ts";
import { recordSecurityEvent } from "../security-events/security-events.ts";
import { StartupError } from "../startup-error.ts";
import { requireUser } from "./admins.ts";

/**
 * Removes the second step and the passkeys of somebody who has lost them, and queues a mail to them. It also ends their
 * sessions, because somebody who found the phone may be signed in.
 */
export async function removeTwoStep(query: Query, email: string): Promise<void> {
  const userId = await requireUser(query, email);
  await query("begin");
  await query("select from auth.users where id = $1 for update", [userId]);
  const { rowCount: factors } = await query(
    "delete from auth.factors where user_id = $1 and status = 'verified'",
    [userId],
  );
  const { rowCount: passkeys } = await query("delete from auth.passkeys where user_id = $1", [userId]);
  if (factors + passkeys === 0) throw new StartupError(`${email} has no second step`);
  await query("delete from auth.factors where user_id = $1", [userId]);
  await query("delete from auth.sessions where user_id = $1", [userId]);
  await query("select private.record_action('second step removed', $1, $2)", [userId, email.toLowerCase()]);
  await recordSecurityEvent(query, {
    kind: "second step changed",
    userId,
    details: { change: "removed by the operator" },
  });
  await query(
    "select graphile_worker.add_job('queue-two-step-notice', payload => $1::json, max_attempts => 12)",
    [JSON.stringify({ userId })],
  );
  await query("commit");
}
