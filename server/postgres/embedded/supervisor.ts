import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { hasEnded, type ProcessOptions, startPostgres } from "./process.ts";

/** Keeps PostgreSQL running: restarts it when it ends unexpectedly (out of memory, killed). */
export async function supervisePostgres(
  options: ProcessOptions,
  report: (message: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let running: Promise<ChildProcess | undefined>;

  const restartOnExit = (child: ChildProcess): ChildProcess => {
    child.unref();
    child.once("exit", (code, signal) => {
      if (stopping) return;
      report(`PostgreSQL ended unexpectedly (${signal ?? `code ${code}`}) and is restarted`);
      running = restart();
    });
    return child;
  };
  const restart = async (): Promise<ChildProcess | undefined> => {
    while (!stopping) {
      try {
        return restartOnExit(await startPostgres(options));
      } catch (error) {
        report((error as Error).message);
        await wait(1_000, undefined, { ref: false });
      }
    }
    return undefined;
  };

  running = Promise.resolve(restartOnExit(await startPostgres(options)));
  return {
    /** Requests a fast shutdown: open transactions are rolled back, and committed data is on disk at the end. */
    async stop() {
      stopping = true;
      const child = await running;
      if (!child || hasEnded(child)) return;
      const ended = once(child, "exit");
      child.ref();
      child.kill("SIGINT");
      await ended;
    },
  };
}
