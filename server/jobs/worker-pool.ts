import { EventEmitter } from "node:events";
import {
  type CronItem,
  type JobHelpers,
  parseCronItems,
  run,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from "graphile-worker";
import pg from "pg";
import type { Logger } from "pino";
import { JobRecovery } from "./job-recovery.ts";
import type { Task, Tasks } from "./jobs.ts";
import { logFailures, PermanentFailure, workerLogger } from "./worker-log.ts";

export interface CronEntry {
  /** Minute, hour, day of the month, month, day of the week; in UTC. */
  readonly match: string;
  readonly task: string;
}

export interface WorkerOptions {
  /** The service login: the owner has prepared the queue before. */
  readonly connectionString: string;
  readonly tasks: Tasks;
  readonly cron?: readonly CronEntry[];
  readonly logger: Logger;
  readonly concurrency?: number;
}

export interface RunningPool {
  /** Settles when the pool has ended, by stop or by itself; never rejects. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Longer than a mail takes; shorter than what starts and stops servers waits before it kills. */
const STOP_MILLISECONDS = 10_000;

/** One run of the job library: it ends for good when it cannot write down how a job went. */
export async function startPool(parts: WorkerOptions): Promise<RunningPool> {
  const { logger, concurrency = 5 } = parts;
  const events: WorkerEvents = new EventEmitter();
  logFailures(events, logger);
  let pool: WorkerPool | undefined;
  events.on("pool:create", (event) => {
    pool = event.workerPool;
  });

  const connections = connect(parts.connectionString, concurrency + 2, logger);
  const runner = await run({
    pgPool: connections,
    taskList: Object.fromEntries(
      Object.entries(parts.tasks).map(([name, task]) => [name, runTask(task)]),
    ) as TaskList,
    parsedCronItems: parseCronItems((parts.cron ?? []).map(cronItem)),
    events,
    logger: workerLogger(logger),
    concurrency,
    noHandleSignals: true,
    // Both are tried again by the library when they fail, which without a batch they are not.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error: unknown) => {
    await connections.end();
    throw error;
  });
  if (!pool) throw new Error("the job library started without a pool");
  const started = pool;
  const recovery = new JobRecovery(parts.connectionString, started.id, logger);

  let over = false;
  const ended = runner.promise
    .catch((error: unknown) => logger.error({ err: error }, "the worker ended by itself"))
    .then(async () => {
      over = true;
      await Promise.all([recovery.stop(), connections.end()]);
    });
  const stop = async () => {
    const late = setTimeout(() => {
      logger.warn("jobs are still running at the end; they go back to the queue");
      Promise.resolve(started.forcefulShutdown("the server stops")).catch((error: unknown) =>
        logger.error({ err: error }, "running jobs could not be returned; another worker will"),
      );
    }, STOP_MILLISECONDS);
    try {
      if (!over) await runner.stop();
      await ended;
    } finally {
      clearTimeout(late);
    }
  };
  return { ended, stop };
}

/** Ours and not the library's: it leaves its own open when a stop has to be forced. */
function connect(connectionString: string, max: number, logger: Logger): pg.Pool {
  const connections = new pg.Pool({
    connectionString,
    max,
    application_name: "maarga worker",
    keepAlive: true,
  });
  const onLost = (error: Error) =>
    logger.warn({ err: error }, "the worker lost a connection to the database");
  connections.on("error", onLost);
  // While one is in use the pool does not listen, and an unheard "error" would end the process.
  connections.on("connect", (client) => client.on("error", onLost));
  return connections;
}

/** The key keeps it at one row a task, also when one fails at every turn. */
function cronItem({ match, task }: CronEntry): CronItem {
  return { match, task, identifier: task, options: { jobKey: task, maxAttempts: 3 } };
}

function runTask(task: Task) {
  return async (payload: unknown, { job, query }: JobHelpers): Promise<void> => {
    const result = await task(payload);
    if (!result) return;
    // The row stays, as one that had all its tries: the operator can see it, and nobody runs it again.
    await query("update graphile_worker._private_jobs set max_attempts = attempts where id = $1", [job.id]);
    throw new PermanentFailure(result.permanentFailure);
  };
}
