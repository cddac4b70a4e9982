import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";
import { hasEnded, type ProcessOptions, startPostgres } from "./process.ts";
import { readPidFile } from "./stale-process.ts";

const CHECK_MS = 250;

/** Keeps PostgreSQL running: restarts it when it ends (out of memory, killed) or is about to, unless `stop` was called. */
export async function supervisePostgres(
  options: ProcessOptions,
  report: (message: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let running: Promise<ChildProcess | undefined>;

  /** SIGTERM, which service managers send to all processes, makes it refuse connections until its last client leaves. */
  const completeShutdown = (child: ChildProcess): void => {
    const timer = setInterval(() => {
      if (stopping || !isShuttingDown(options.dataFolder)) return;
      clearInterval(timer);
      report("PostgreSQL was told to shut down and refuses connections: it is stopped and restarted");
      child.kill("SIGINT");
    }, CHECK_MS).unref();
    child.once("exit", () => clearInterval(timer));
  };
  const restartOnExit = (child: ChildProcess): ChildProcess => {
    child.unref();
    completeShutdown(child);
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

function isShuttingDown(dataFolder: string): boolean {
  try {
    return readPidFile(dataFolder)?.status === "stopping";
  } catch {
    return false; // too many open files, for example: the next check reads it again
  }
}
