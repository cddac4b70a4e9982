import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { hasEnded, type ProcessOptions, startPostgres } from "./process.ts";

/** Keeps PostgreSQL running: one that ends without being asked to (out of memory, killed) is started again. */
export async function supervisePostgres(
  options: ProcessOptions,
  report: (trouble: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let running: Promise<ChildProcess | undefined>;

  const watch = (child: ChildProcess): ChildProcess => {
    child.unref();
    child.once("exit", (code, signal) => {
      if (stopping) return;
      report(`PostgreSQL ended by itself (${signal ?? `code ${code}`}) and is started again`);
      running = restart();
    });
    return child;
  };
  const restart = async (): Promise<ChildProcess | undefined> => {
    while (!stopping) {
      try {
        return watch(await startPostgres(options));
      } catch (error) {
        report((error as Error).message);
        await wait(1_000, undefined, { ref: false });
      }
    }
    return undefined;
  };

  running = Promise.resolve(watch(await startPostgres(options)));
  return {
    /** A fast shutdown: open transactions are rolled back, what was committed is on disk when it is over. */
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
