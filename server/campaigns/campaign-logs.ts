import type { Query } from "../postgres/database.ts";
import type { WriteLogs } from "../storage/write-logs.ts";

interface Result {
  readonly email: string;
  readonly state: "sent" | "failed";
  readonly reason: string;
  readonly finished_at: Date;
}

const HOUR = 3_600_000;
const SUCCESS_LOG_KEPT_HOURS = 24;
const SUCCESS_LOG_CACHE_SECONDS = 86_400;
/** What storage says of a file whose sender says nothing. */
const USUAL_CACHE_SECONDS = 3_600;

/** The logs of the campaigns that ended: of each result that is in none yet. */
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
        cacheSeconds: USUAL_CACHE_SECONDS,
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
          delete_after: new Date(finished_at.getTime() + SUCCESS_LOG_KEPT_HOURS * HOUR),
        })),
      },
    ];
    await writeLogs(
      logs.filter(({ content }) => content.length > 0),
      (inSame) => inSame("select private.mark_logged($1, $2)", [id, until]),
    );
  }
}
