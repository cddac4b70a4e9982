import { setTimeout as wait } from "node:timers/promises";
import { type RunningPool, startPool, type WorkerOptions } from "./worker-pool.ts";

export interface RunningWorker {
  /** Takes no new job, lets the running ones finish for a while, and returns what is left to the queue. */
  stop(): Promise<void>;
}

const RESTART_MILLISECONDS = 2_000;

/** Works on the queue until it is stopped: whatever ends the job library under way, it is started anew. */
export async function startWorker(parts: WorkerOptions): Promise<RunningWorker> {
  const stopping = new AbortController();
  let pool = await startPool(parts);

  const keptUp = (async () => {
    await pool.ended;
    while (!stopping.signal.aborted) {
      const next = await restart(parts, stopping.signal);
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
      await keptUp;
    },
  };
}

async function restart(parts: WorkerOptions, signal: AbortSignal): Promise<RunningPool | undefined> {
  for (;;) {
    const paused = await wait(RESTART_MILLISECONDS, true, { signal }).catch(() => false);
    if (!paused) return undefined;
    try {
      return await startPool(parts);
    } catch (error) {
      parts.logger.error({ err: error }, "the worker could not be started again; trying on");
    }
  }
}
