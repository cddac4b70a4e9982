import type { Logger } from "pino";
import { SessionLock } from "../postgres/session-lock.ts";

/** The class of these locks; the member is the hash of a worker's id. */
const WORKER_LOCKS = 1_834_120_307;
const CHECK_INTERVAL_MS = 5_000;

const ABSENT_WORKERS = `
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

/** Requeued jobs keep their attempt count: a job that kills its worker is not retried forever. */
const REQUEUE_JOBS = `
  with jobs as (
    update graphile_worker._private_jobs set locked_by = null, locked_at = null where locked_by = any($1)
  )
  update graphile_worker._private_job_queues set locked_by = null, locked_at = null where locked_by = any($1)`;

/**
 * Holds a session lock for a worker, and requeues the jobs of workers that hold none; the job library itself would
 * leave the jobs of a killed server for four hours. A worker must be absent in two checks in a row: it may just be
 * reconnecting after a restart of the database.
 */
export class JobRecovery {
  readonly #connectionString: string;
  readonly #workerId: string;
  readonly #logger: Logger;
  readonly #stopping = new AbortController();
  #lock: SessionLock;
  #absent = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> = Promise.resolve();

  constructor(connectionString: string, workerId: string, logger: Logger) {
    this.#connectionString = connectionString;
    this.#workerId = workerId;
    this.#logger = logger;
    this.#lock = this.#createLock();
    this.#schedule(0);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#checking;
    await this.#lock.release();
  }

  #schedule(delayMs: number): void {
    this.#timer = setTimeout(() => {
      this.#checking = this.#check().finally(() => {
        if (!this.#stopping.signal.aborted) this.#schedule(CHECK_INTERVAL_MS);
      });
    }, delayMs);
  }

  async #check(): Promise<void> {
    try {
      if (!this.#lock.isHeld && !(await this.#lock.acquire(this.#stopping.signal))) return;
      await this.#requeueAbandonedJobs();
    } catch (error) {
      this.#logger.warn({ err: error }, "the check for abandoned jobs failed; retrying");
      await this.#lock.release();
      this.#lock = this.#createLock();
    }
  }

  async #requeueAbandonedJobs(): Promise<void> {
    const { rows } = await this.#lock.query<{ worker: string }>(ABSENT_WORKERS, [WORKER_LOCKS]);
    const absent = rows.map((row) => row.worker).filter((worker) => worker !== this.#workerId);
    const dead = absent.filter((worker) => this.#absent.has(worker));
    this.#absent = new Set(absent);
    if (dead.length === 0) return;
    await this.#lock.query(REQUEUE_JOBS, [dead]);
    this.#logger.warn({ workers: dead }, "requeued the jobs of dead workers");
  }

  #createLock(): SessionLock {
    return new SessionLock({
      url: this.#connectionString,
      name: "maarga-jobs",
      nextKey: () => [WORKER_LOCKS, this.#workerId],
      retryMs: CHECK_INTERVAL_MS,
      queryTimeoutMs: CHECK_INTERVAL_MS,
    });
  }
}
