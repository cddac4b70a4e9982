import type { WorkerEvents } from "graphile-worker";
import { Logger as WorkerLogger } from "graphile-worker";
import type { Logger } from "pino";

const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const;

/** A job that will not be tried again, and why. */
export class PermanentFailure extends Error {}

/**
 * The worker's own lines, without what it attaches to them: jobs hold links and addresses. The line of a failed job is
 * left to logFailures, because it would quote the error's text and stack.
 */
export function workerLogger(logger: Logger): WorkerLogger {
  return new WorkerLogger((scope) => (level, message, meta) => {
    if (meta?.failure) return;
    logger[LEVELS[level]]({ worker: scope.label ?? "core" }, message);
  });
}

export function logFailures(events: WorkerEvents, logger: Logger): void {
  events.on("job:error", ({ job, error }) => {
    const facts = { job: job.id, task: job.task_identifier, attempt: job.attempts, of: job.max_attempts };
    if (error instanceof PermanentFailure)
      logger.error({ ...facts, reason: error.message }, "a job was given up");
    else if (job.attempts >= job.max_attempts)
      logger.error({ ...facts, err: error }, "a job failed for good");
    else logger.warn({ ...facts, err: error }, "a job failed and will be tried again");
  });
}
