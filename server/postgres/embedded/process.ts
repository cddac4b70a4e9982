import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, fchownSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseSetupError } from "../setup-error.ts";
import { type Account, hasProgram } from "./account.ts";
import {
  FolderInUseError,
  readPidFile,
  STARTED_BY,
  setStaleLockFileAside,
  stopStalePostgres,
} from "./stale-process.ts";

export type ProcessOptions = {
  dataFolder: string;
  account: Account;
  programs: { postgres: string; pg_ctl: string };
  settings: Record<string, string>;
};

const LOG_LIMIT_BYTES = 5_000_000;
const LOCKED_BY_OTHER = 97;
// A postmaster that was just killed holds its lock until its parent has taken note, and its memory until its
// last child is gone.
const LOCKED = /lock file ".*" already exists|pre-existing shared memory block/;
const PATIENCE_MS = 15_000;

/** Runs the postmaster and comes back when it takes connections. Its log is the file `<data folder>.log`. */
export async function startPostgres(options: ProcessOptions): Promise<ChildProcess> {
  const { dataFolder, account, programs } = options;
  const logFile = `${dataFolder}.log`;
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.old`);
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    stopStalePostgres(dataFolder, account, programs.pg_ctl);
    const logged = existsSync(logFile) ? statSync(logFile).size : 0;
    const child = launch(options, logFile);
    if (await waitUntilReady(child, dataFolder)) return child;
    const words = readFileSync(logFile).subarray(logged).toString().trim();
    const held = child.exitCode === LOCKED_BY_OTHER;
    const late = Date.now() > deadline;
    if (held && late) throw new FolderInUseError(dataFolder, "a PostgreSQL that cannot be seen from here");
    if (!held && (!LOCKED.test(words) || late))
      throw new DatabaseSetupError(`PostgreSQL did not start over ${dataFolder}: ${words.slice(-2000)}`);
    if (!held && hasProgram("flock") && setStaleLockFileAside(dataFolder)) continue;
    await wait(200);
  }
}

function launch({ dataFolder, account, programs, settings }: ProcessOptions, logFile: string): ChildProcess {
  const given = { ...settings, [STARTED_BY]: String(process.pid) };
  const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = account.command(programs.postgres, ["-D", dataFolder, ...flags], { diesWithUs: true });
  // The postmaster and all its children keep this lock while they live. Unlike the one in postmaster.pid it
  // holds between containers that share a volume, and can never be stale.
  const locked = hasProgram("flock")
    ? ["flock", "--no-fork", "--nonblock", `--conflict-exit-code=${LOCKED_BY_OTHER}`, `${dataFolder}.lock`]
    : [];
  const [file = command.file, ...args] = [...locked, command.file, ...command.args];
  const log = openSync(logFile, "a", 0o600);
  try {
    if (account.uid !== undefined && account.gid !== undefined) fchownSync(log, account.uid, account.gid);
    // A process group of its own: Ctrl-C reaches this process alone, which then stops the database last.
    return spawn(file, args, { ...command.options, stdio: ["ignore", "ignore", log], detached: true });
  } finally {
    closeSync(log);
  }
}

/** However long it takes: after a crash PostgreSQL first reads what it had not yet written to its tables. */
async function waitUntilReady(child: ChildProcess, dataFolder: string): Promise<boolean> {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  for (;;) {
    if (failure) throw failure;
    if (hasEnded(child)) return false;
    const note = readPidFile(dataFolder);
    if (note?.pid === child.pid && note?.status === "ready") return true;
    await wait(10);
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
