import type { Query } from "../postgres/database.ts";
import { createDiskTask } from "./disk-task.ts";
import type { Tasks } from "./jobs.ts";
import { createOfferTask } from "./waiting-lists.ts";
import type { CronEntry } from "./worker-pool.ts";

/** The functions are in database/rules; times are in UTC. */
const PERIODIC_TASKS = [
  { task: "end-expired-plans", match: "* * * * *", statement: "select private.end_expired_plans()" },
  { task: "expire-orders", match: "* * * * *", statement: "select private.expire_orders()" },
  { task: "queue-reminders", match: "* * * * *", statement: "select private.queue_reminders()" },
  { task: "notify-changed-days", match: "* * * * *", statement: "select private.notify_changed_days()" },
  { task: "delete-old-slot-mails", match: "27 * * * *", statement: "select private.delete_old_slot_mails()" },
  {
    task: "delete-old-waiting-lists",
    match: "32 * * * *",
    statement: "select private.delete_old_waiting_lists()",
  },
  { task: "update-last-seen", match: "* * * * *", statement: "select private.update_last_seen()" },
  { task: "sum-student-counts", match: "* * * * *", statement: "select private.compact_student_counts()" },
  { task: "sum-security-events", match: "* * * * *", statement: "select private.sum_security_events()" },
  {
    task: "delete-old-security-events",
    match: "*/10 * * * *",
    statement: "select private.delete_old_security_events()",
  },
  {
    task: "skip-stopped-recipients",
    match: "* * * * *",
    statement: "select private.skip_stopped_recipients()",
  },
  {
    task: "clear-used-challenges",
    match: "*/10 * * * *",
    statement: "select private.delete_expired_challenges()",
  },
  {
    task: "clear-sign-in-leftovers",
    match: "7 * * * *",
    statement: "select private.delete_stale_sign_ins()",
  },
  {
    task: "clear-stale-factors",
    match: "12 * * * *",
    statement: "select private.delete_stale_factors()",
  },
  {
    task: "clear-used-passkey-challenges",
    match: "17 * * * *",
    statement: "select private.delete_used_passkey_challenges()",
  },
  { task: "clear-old-answers", match: "22 * * * *", statement: "select private.delete_old_answers()" },
  {
    task: "delete-old-invitations",
    match: "37 * * * *",
    statement: "select private.delete_old_invitations()",
  },
  {
    task: "delete-old-mail-states",
    match: "47 * * * *",
    statement: "select private.delete_old_mail_states()",
  },
  { task: "delete-old-bounces", match: "42 * * * *", statement: "select private.delete_old_bounces()" },
  {
    task: "delete-expired-uploads",
    match: "*/10 * * * *",
    statement: "select private.delete_expired_uploads()",
  },
  { task: "purge-success-logs", match: "*/10 * * * *", statement: "select private.purge_success_logs()" },
  // Failed jobs stay for the operator to see, but not forever: they contain personal data.
  {
    task: "clear-failed-jobs",
    match: "17 3 * * *",
    statement: `delete from graphile_worker._private_jobs
      where attempts >= max_attempts and locked_at is null and run_at < now() - interval '30 days'`,
  },
] as const;

export interface Housekeeping {
  readonly tasks: Tasks;
  readonly cron: readonly CronEntry[];
}

/** Each task runs once at its time, on one of the servers. A missed run is skipped. */
export function housekeeping(query: Query, dataFolder: string): Housekeeping {
  return {
    tasks: {
      "offer-free-times": createOfferTask(query),
      "measure-disk": createDiskTask(query, dataFolder),
      ...Object.fromEntries(
        PERIODIC_TASKS.map(({ task, statement }) => [
          task,
          async () => {
            await query(statement);
            return undefined;
          },
        ]),
      ),
    },
    cron: [
      { task: "offer-free-times", match: "* * * * *" },
      { task: "measure-disk", match: "*/5 * * * *" },
      ...PERIODIC_TASKS.map(({ task, match }) => ({ task, match })),
    ],
  };
}
