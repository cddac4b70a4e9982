import type { Query } from "../postgres/database.ts";
import type { WriteLogs } from "../storage/write-logs.ts";

interface Result {
  readonly email: string;
  readonly state: "sent" | "failed";
  readonly reason: string;
  readonly finished_at: Date;
}

const HOUR_MS = 3_600_000;
const SUCCESS_LOG_RETENTION_HOURS = 24;
const SUCCESS_LOG_CACHE_SECONDS = 86_400;
/** The default of the storage service. */
const DEFAULT_CACHE_SECONDS = 3_600;

/** Writes each result of a finished campaign into a log once: a campaign whose mails are retried gets another log. */
export async function writeCampaignLogs(query: Query, writeLogs: WriteLogs): Promise<void> {
  const { rows } = await query<{ id: string; subject: string; until: string }>(
    "select * from private.campaigns_to_log()",
  );
  for (const { id, subject, until } of rows) {
    const { rows: results } = await query<Result & Record<string, unknown>>(
      "select * from private.results_to_log($1, $2)",
      [id, until],
    );
    const failures = results.filter(({ state }) => state === "failed");
    const successes = results.filter(({ state }) => state === "sent");
    const now = Date.now();
    const logs = [
      {
        name: `email_failures/email_failures_${now}.json`,
        cacheSeconds: DEFAULT_CACHE_SECONDS,
        content: failures.map(({ email, reason, finished_at }) => ({
          email,
          subject,
          error: reason,
          timestamp: finished_at,
        })),
      },
      {
        name: `email_success/email_success_${now}.json`,
        cacheSeconds: SUCCESS_LOG_CACHE_SECONDS,
        content: successes.map(({ email, finished_at }) => ({
          email,
          subject,
          timestamp: finished_at,
          delete_after: new Date(finished_at.getTime() + SUCCESS_LOG_RETENTION_HOURS * HOUR_MS),
        })),
      },
    ];
    await writeLogs(
      logs.filter(({ content }) => content.length > 0),
      (transactionQuery) => transactionQuery("select private.mark_logged($1, $2)", [id, until]),
    );
  }
}
