import type { WorkerEvents } from "graphile-worker";
import { Logger as WorkerLogger } from "graphile-worker";
import type { Logger } from "pino";

const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/** Ends a job without further attempts; the message is the reason. */
export class PermanentFailure extends Error {}

/**
 * Passes on the messages of the job library without their metadata, because jobs contain links and addresses. Failed
 * jobs are left to logFailures, because the library would log the text and stack of the error.
 */
export function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    if (meta?.failure) return;
    logger[LEVELS[level]]({ worker: scope.label ?? "core" }, message);
  });
}

export function logFailures(events: WorkerEvents, logger: Logger): void {
  events.on("job:error", ({ job, error }) => {
    const fields = { job: job.id, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts };
    if (error instanceof PermanentFailure)
      logger.error({ ...fields, reason: error.message }, "a job failed permanently");
    else if (job.attempts >= job.max_attempts)
      logger.error({ ...fields, err: error }, "a job failed in its last attempt");
    else logger.warn({ ...fields, err: error }, "a job failed and will be retried");
  });
}
