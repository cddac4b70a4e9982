import { setTimeout as wait } from "node:timers/promises";
import { type RunningPool, startPool, type WorkerOptions } from "./worker-pool.ts";

export interface RunningWorker {
  /** Claims no new job, gives the running ones time to finish, and requeues the rest. */
  stop(): Promise<void>;
}

const RESTART_DELAY_MS = 2_000;

/** Works on the queue until it is stopped; restarts the job library if it ends unexpectedly. */
export async function startWorker(options: WorkerOptions): Promise<RunningWorker> {
  const stopping = new AbortController();
  let pool = await startPool(options);

  const supervised = (async () => {
    await pool.ended;
    while (!stopping.signal.aborted) {
      const next = await restart(options, stopping.signal);
      if (!next) return;
      pool = next;
      if (stopping.signal.aborted) await pool.stop();
      await pool.ended;
    }
  })();

  return {
    async stop() {
      stopping.abort();
      await pool.stop();
      await supervised;
    },
  };
}

async function restart(options: WorkerOptions, signal: AbortSignal): Promise<RunningPool | undefined> {
  for (;;) {
    const paused = await wait(RESTART_DELAY_MS, true, { signal }).catch(() => false);
    if (!paused) return undefined;
    try {
      return await startPool(options);
    } catch (error) {
      options.logger.error({ err: error }, "the worker could not be restarted; retrying");
    }
  }
}
