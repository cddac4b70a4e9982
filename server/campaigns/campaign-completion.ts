import type { Query } from "../postgres/database.ts";
import { writeCampaignLogs } from "./campaign-logs.ts";
import type { CampaignDependencies } from "./dependencies.ts";

const INTERVAL_MS = 500;
const LOGS_RETRY_MS = 60_000;

/** Closes campaigns without queued recipients, and writes their logs. */
export class CampaignCompletion {
  readonly #dependencies: Pick<CampaignDependencies, "log" | "writeLogs">;
  readonly #query: Query;
  #dueAt = 0;
  #logsDueAt = 0;

  constructor(dependencies: Pick<CampaignDependencies, "log" | "writeLogs">, query: Query) {
    this.#dependencies = dependencies;
    this.#query = query;
  }

  async runWhenDue(): Promise<void> {
    if (performance.now() < this.#dueAt) return;
    this.#dueAt = performance.now() + INTERVAL_MS;
    await this.#query("select private.finish_campaigns()");
    if (performance.now() >= this.#logsDueAt) await this.#writeLogs();
  }

  async #writeLogs(): Promise<void> {
    try {
      await writeCampaignLogs(this.#query, this.#dependencies.writeLogs);
    } catch (error) {
      this.#logsDueAt = performance.now() + LOGS_RETRY_MS;
      this.#dependencies.log.warn({ err: error }, "the logs of a campaign could not be written; will retry");
    }
  }
}
