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
import type { InternalKeys } from "../tokens/keyed-hash.ts";
import { JobRecovery } from "./job-recovery.ts";
import type { Task, TaskResult, Tasks } from "./jobs.ts";
import { decryptPayload } from "./payload-encryption.ts";
import { logFailures, PermanentFailure, workerLogger } from "./worker-log.ts";

export interface CronEntry {
  /** Minute, hour, day of the month, month, day of the week; in UTC. */
  readonly match: string;
  readonly task: string;
}

export interface WorkerOptions {
  /** The URL of the service login. The owner must have prepared the queue. */
  readonly connectionString: string;
  readonly tasks: Tasks;
  readonly cron?: readonly CronEntry[];
  /** Decrypt the payloads. */
  readonly internalKeys: InternalKeys;
  readonly logger: Logger;
  readonly concurrency?: number;
}

export interface RunningPool {
  /** Settles when the pool has ended, after stop or unexpectedly; never rejects. */
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

/** Longer than sending a mail takes, shorter than process managers wait before they kill a process. */
const STOP_TIMEOUT_MS = 10_000;

/** Starts the job library, which ends when it cannot record the result of a job. */
export async function startPool(options: WorkerOptions): Promise<RunningPool> {
  const { logger, concurrency = 5 } = options;
  const events: WorkerEvents = new EventEmitter();
  logFailures(events, logger);
  let pool: WorkerPool | undefined;
  events.on("pool:create", (event) => {
    pool = event.workerPool;
  });

  const connections = createPool(options.connectionString, concurrency + 2, logger);
  const runner = await run({
    pgPool: connections,
    taskList: Object.fromEntries(
      Object.entries(options.tasks).map(([name, task]) => [name, runTask(name, task, options.internalKeys)]),
    ) as TaskList,
    parsedCronItems: parseCronItems((options.cron ?? []).map(cronItem)),
    events,
    logger: workerLogger(logger),
    concurrency,
    noHandleSignals: true,
    // The library retries recording results only in batches; 0 enables batches without a delay.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
  }).catch(async (error: unknown) => {
    await connections.end();
    throw error;
  });
  if (!pool) throw new Error("the job library has started without a pool");
  const started = pool;
  const recovery = new JobRecovery(options.connectionString, started.id, logger);

  let hasEnded = false;
  const ended = runner.promise
    .catch((error: unknown) => logger.error({ err: error }, "the worker ended unexpectedly"))
    .then(async () => {
      hasEnded = true;
      await Promise.all([recovery.stop(), connections.end()]);
    });
  const stop = async () => {
    const late = setTimeout(() => {
      logger.warn("jobs are still running at shutdown; they are requeued");
      Promise.resolve(started.forcefulShutdown("the server stops")).catch((error: unknown) =>
        logger.error({ err: error }, "running jobs could not be requeued; another worker will requeue them"),
      );
    }, STOP_TIMEOUT_MS);
    try {
      if (!hasEnded) await runner.stop();
      await ended;
    } finally {
      clearTimeout(late);
    }
  };
  return { ended, stop };
}

/** Creates a pool, because the library does not close its own pool after a forced stop. */
function createPool(connectionString: string, max: number, logger: Logger): pg.Pool {
  const connections = new pg.Pool({
    connectionString,
    max,
    application_name: "maarga worker",
    keepAlive: true,
  });
  const onLost = (error: Error) =>
    logger.warn({ err: error }, "the worker lost a connection to the database");
  connections.on("error", onLost);
  // The pool does not listen while a client is in use, and an unhandled "error" event would end the process.
  connections.on("connect", (client) => client.on("error", onLost));
  return connections;
}

/** The key limits each task to one row, even if it fails every time. */
function cronItem({ match, task }: CronEntry): CronItem {
  return { match, task, identifier: task, options: { jobKey: task, maxAttempts: 3 } };
}

const UNREADABLE: TaskResult = {
  permanentFailure: "its payload cannot be decrypted: secrets.json is not the one it was queued with",
};

function runTask(name: string, task: Task, internalKeys: InternalKeys) {
  return async (stored: unknown, { job, query }: JobHelpers): Promise<void> => {
    const decrypted = decryptPayload(internalKeys, name, stored);
    const result = decrypted ? await task(decrypted.payload) : UNREADABLE;
    if (!result) return;
    // The row stays with no attempts left: the operator can see it, and no worker runs it again.
    await query("update graphile_worker._private_jobs set max_attempts = attempts where id = $1", [job.id]);
    throw new PermanentFailure(result.permanentFailure);
  };
}
