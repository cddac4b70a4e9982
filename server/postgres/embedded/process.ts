import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, existsSync, fchownSync, openSync, readFileSync, renameSync, statSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { DatabaseSetupError } from "../setup-error.ts";
import { type Account, hasProgram } from "./account.ts";
import {
  FolderInUseError,
  readPidFile,
  renameStaleLockFile,
  STARTED_BY,
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
// A killed postmaster holds its lock until its parent has reaped it, and its shared memory until its last child exits.
const LOCKED = /lock file ".*" already exists|pre-existing shared memory block/;
const LOCK_TIMEOUT_MS = 15_000;

/** Starts the postmaster and returns when it accepts connections. Its log is the file `<data folder>.log`. */
export async function startPostgres(options: ProcessOptions): Promise<ChildProcess> {
  const { dataFolder, account, programs } = options;
  const logFile = `${dataFolder}.log`;
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT_BYTES) renameSync(logFile, `${logFile}.old`);
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    stopStalePostgres(dataFolder, account, programs.pg_ctl);
    const logged = existsSync(logFile) ? statSync(logFile).size : 0;
    const child = launch(options, logFile);
    if (await waitUntilReady(child, dataFolder)) return child;
    const output = readFileSync(logFile).subarray(logged).toString().trim();
    const isFlockHeld = child.exitCode === LOCKED_BY_OTHER;
    const isLate = Date.now() > deadline;
    if (isFlockHeld && isLate) throw new FolderInUseError(dataFolder, "a PostgreSQL in another container");
    if (!isFlockHeld && (!LOCKED.test(output) || isLate))
      throw new DatabaseSetupError(`PostgreSQL did not start in ${dataFolder}: ${output.slice(-2000)}`);
    if (!isFlockHeld && hasProgram("flock") && renameStaleLockFile(dataFolder)) continue;
    await wait(200);
  }
}

function launch({ dataFolder, account, programs, settings }: ProcessOptions, logFile: string): ChildProcess {
  const given = { ...settings, [STARTED_BY]: String(process.pid) };
  const flags = Object.entries(given).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = account.command(programs.postgres, ["-D", dataFolder, ...flags], { endsWithServer: true });
  // The postmaster and all its children hold this lock. Unlike postmaster.pid it also works between containers that
  // share a volume, and it can never be stale.
  const flock = hasProgram("flock")
    ? ["flock", "--no-fork", "--nonblock", `--conflict-exit-code=${LOCKED_BY_OTHER}`, `${dataFolder}.lock`]
    : [];
  const [file = command.file, ...args] = [...flock, command.file, ...command.args];
  const log = openSync(logFile, "a", 0o600);
  try {
    if (account.uid !== undefined && account.gid !== undefined) fchownSync(log, account.uid, account.gid);
    // A separate process group: Ctrl-C must only reach this process, which stops the database last.
    return spawn(file, args, { ...command.options, stdio: ["ignore", "ignore", log], detached: true });
  } finally {
    closeSync(log);
  }
}

/** Waits without a limit: after a crash PostgreSQL first replays its write-ahead log. Returns false if it exits. */
async function waitUntilReady(child: ChildProcess, dataFolder: string): Promise<boolean> {
  let failure: Error | undefined;
  child.once("error", (error) => {
    failure = error;
  });
  for (;;) {
    if (failure) throw failure;
    if (hasEnded(child)) return false;
    const lockFile = readPidFile(dataFolder);
    if (lockFile?.pid === child.pid && lockFile?.status === "ready") return true;
    await wait(10);
  }
}

export function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
