import pg from "pg";
import type { Logger } from "pino";

/** The first half of the lock's two numbers: what tells these locks from anybody else's. */
const LOCK_CLASS = 1_834_120_307;
const LOOK_MILLISECONDS = 5_000;

const ABSENT_HOLDERS = `
  with holders as (
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union
    select locked_by from graphile_worker._private_job_queues where locked_by is not null
  )
  select locked_by as worker from holders where not exists (
    select from pg_locks
    where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())
      and classid = $1::bigint::oid and objid = (hashtext(locked_by)::bigint & 4294967295)::oid and objsubid = 2
  )`;

/** Returned jobs keep the attempt they took: a job that kills its worker is not tried for ever. */
const RETURN_JOBS = `
  with jobs as (
    update graphile_worker._private_jobs set locked_by = null, locked_at = null where locked_by = any($1)
  )
  update graphile_worker._private_job_queues set locked_by = null, locked_at = null where locked_by = any($1)`;

/**
 * Says that a worker lives, and returns the jobs of those that do not. The sign of life is a session lock, which
 * PostgreSQL lets go of when the connection ends, however it ends; without it the jobs of a killed server would wait
 * four hours. A worker has to be missing at two looks in a row: it may just be on its way back after a restart of the
 * database.
 */
export class WorkerPresence {
  readonly #connectionString: string;
  readonly #workerId: string;
  readonly #logger: Logger;
  #client: pg.Client | undefined;
  #missing = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(connectionString: string, workerId: string, logger: Logger) {
    this.#connectionString = connectionString;
    this.#workerId = workerId;
    this.#logger = logger;
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    await this.#client?.end();
  }

  #schedule(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().finally(() => {
        if (!this.#stopped) this.#schedule(LOOK_MILLISECONDS);
      });
    }, milliseconds);
  }

  async #look(): Promise<void> {
    try {
      this.#client ??= await this.#announce();
      const { rows } = await this.#client.query<{ worker: string }>(ABSENT_HOLDERS, [LOCK_CLASS]);
      const missing = rows.map((row) => row.worker).filter((worker) => worker !== this.#workerId);
      const gone = missing.filter((worker) => this.#missing.has(worker));
      this.#missing = new Set(missing);
      if (gone.length === 0) return;
      await this.#client.query(RETURN_JOBS, [gone]);
      this.#logger.warn({ workers: gone }, "returned the jobs of workers that are gone");
    } catch (error) {
      this.#logger.warn({ err: error }, "the job queue could not be looked after; trying again");
      await this.#client?.end();
      this.#client = undefined;
    }
  }

  async #announce(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      connectionTimeoutMillis: LOOK_MILLISECONDS,
      query_timeout: LOOK_MILLISECONDS,
      keepAlive: true,
    });
    client.on("error", () => {
      // The next look finds out, and connects anew.
      if (this.#client === client) this.#client = undefined;
    });
    await client.connect();
    try {
      // So that a server that lost its network counts as gone within a minute, not after the system's two hours.
      await client.query(
        "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3",
      );
      const { rows } = await client.query<{ alone: boolean }>(
        "select pg_try_advisory_lock($1::int, hashtext($2)) as alone",
        [LOCK_CLASS, this.#workerId],
      );
      if (!rows[0]?.alone) throw new Error("an earlier connection of this worker has not ended yet");
    } catch (error) {
      await client.end();
      throw error;
    }
    return client;
  }
}
