import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Account } from "./embedded-account.ts";
import { readPidFile, STARTED_BY } from "./embedded-leftover.ts";

type Options = { dataFolder: string; account: Account; program: string; settings: Record<string, string> };

const LOG_LIMIT_BYTES = 5_000_000;
// A postmaster that was just killed holds its lock until its parent has taken note of it.
const DYING = /lock file ".*" already exists|pre-existing shared memory block/;
const PATIENCE_MS = 15_000;

/** Runs the postmaster and comes back when it takes connections. Its log is the file `<data folder>.log`. */
export async function runPostgres(options: Options): Promise<{ stop(): Promise<void> }> {
  const logFile = `${options.dataFolder}.log`;
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.old`);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const logged = existsSync(logFile) ? statSync(logFile).size : 0;
    const child = launch(options, logFile);
    if (await becomesReady(child, options.dataFolder)) return { stop: stopper(child) };
    const words = readFileSync(logFile).subarray(logged).toString().trim();
    if (!DYING.test(words) || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start over ${options.dataFolder}: ${words.slice(-2000)}`);
    }
    await wait(200);
  }
}

function launch({ dataFolder, account, program, settings }: Options, logFile: string): ChildProcess {
  const given = { ...settings, [STARTED_BY]: String(process.pid) };
  const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = account.command(program, ["-D", dataFolder, ...flags], { diesWithUs: true });
  const log = openSync(logFile, "a", 0o600);
  try {
    // A process group of its own: Ctrl-C reaches this process alone, which then stops the database last.
    return spawn(command.file, command.args, {
      ...command.options,
      cwd: "/",
      stdio: ["ignore", "ignore", log],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

async function becomesReady(child: ChildProcess, dataFolder: string): Promise<boolean> {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  for (;;) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) return false;
    const note = readPidFile(dataFolder);
    if (note?.pid === child.pid && note?.status === "ready") {
      child.unref();
      return true;
    }
    await wait(10);
  }
}

/** A fast shutdown: open transactions are rolled back, everything committed is on disk when it is over. */
function stopper(child: ChildProcess): () => Promise<void> {
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.ref();
    child.kill("SIGINT");
    await ended;
  };
}
