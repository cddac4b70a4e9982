import { formatInstant } from "../../../../domain/kolkata-time.ts";
import type { Health } from "./today.ts";

const MINUTE_MS = 60_000;
const BACKUP_MAX_AGE_MS = 24 * 60 * MINUTE_MS;
/** The worker reports every five minutes. */
const WORK_MAX_AGE_MS = 15 * MINUTE_MS;
const FREE_SHARE = 0.1;
const GIGABYTE = 1e9;

/** Returns a sentence for each problem that an operator should know; none if all is well. */
export function findProblems(health: Health, now: Date): string[] {
  const { backed_up_at, worked_at, disks, jobs_failed, jobs_late } = health;
  const ageOf = (instant: string) => now.getTime() - Date.parse(instant);
  const problems: string[] = [];
  if (backed_up_at === null) problems.push("There is no backup yet.");
  else if (ageOf(backed_up_at) > BACKUP_MAX_AGE_MS)
    problems.push(`The last backup is of ${formatInstant(new Date(backed_up_at))}.`);
  if (worked_at === null) problems.push("No worker has reported yet: mails and reminders may not be sent.");
  else if (ageOf(worked_at) > WORK_MAX_AGE_MS)
    problems.push(
      `No worker has reported since ${formatInstant(new Date(worked_at))}: mails and reminders may not be sent.`,
    );
  for (const { host, free_bytes, total_bytes } of disks)
    if (free_bytes < total_bytes * FREE_SHARE)
      problems.push(
        `The disk of ${host} has ${(free_bytes / GIGABYTE).toFixed(1)} GB free of ${(total_bytes / GIGABYTE).toFixed(0)} GB.`,
      );
  if (jobs_failed > 0)
    problems.push(
      `${jobs_failed === 1 ? "1 job has" : `${jobs_failed} jobs have`} failed for good. The server's log says why.`,
    );
  if (jobs_late > 0)
    problems.push(`${jobs_late === 1 ? "1 job waits" : `${jobs_late} jobs wait`} for more than ten minutes.`);
  return problems;
}
