import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, realpathSync, renameSync } from "node:fs";
import path from "node:path";
import { DatabaseSetupError } from "../setup-error.ts";
import type { Account } from "./account.ts";

/** A setting on the command line of the postmaster: it tells a later start whether the parent process is alive. */
export const STARTED_BY = "maarga.started_by";

export class FolderInUseError extends DatabaseSetupError {
  constructor(dataFolder: string, by: string) {
    super(`${dataFolder} is in use by ${by}: stop that first, or set another MAARGA_DATA for this server.`);
  }
}

/**
 * Stops a PostgreSQL that a killed server left running in this data folder. Throws if its server is still alive. Other
 * programs that reuse the process id are left alone.
 */
export function stopStalePostgres(dataFolder: string, account: Account, pgCtl: string): void {
  const pid = readPidFile(dataFolder)?.pid;
  const found = pid === undefined ? undefined : inspect(pid);
  if (pid === undefined || !found || !isPostmasterOf(dataFolder, found.command)) return;
  const parent = new RegExp(`${STARTED_BY}=(\\d+)`).exec(found.command.join(" "))?.[1];
  // A process has the id of its first parent only while that parent lives, so a reused id cannot match.
  if (parent !== undefined && Number(parent) === found.parent)
    throw new FolderInUseError(dataFolder, `process ${parent}`);
  const stop = account.command(pgCtl, ["-D", dataFolder, "-m", "fast", "-w", "-t", "60", "stop"]);
  const result = spawnSync(stop.file, stop.args, { ...stop.options, encoding: "utf8" });
  // A postmaster removes its lock file at the end of its shutdown and exits a moment later.
  if (result.status !== 0 && readPidFile(dataFolder)?.pid === pid && inspect(pid))
    throw new DatabaseSetupError(
      `The stale PostgreSQL in ${dataFolder} (process ${pid}) does not stop: ${result.stderr.trim()}`,
    );
}

/**
 * Renames PostgreSQL's lock file if its process id now belongs to another program. This happens after a hard stop of a
 * machine or container, and PostgreSQL would refuse to start for as long as that program runs. The caller must
 * have checked with another lock that no process of the old server is alive, even in another container.
 */
export function renameStaleLockFile(dataFolder: string): boolean {
  const pid = readPidFile(dataFolder)?.pid;
  const found = pid === undefined ? undefined : inspect(pid);
  if (!found || found.zombie || isPostmasterOf(dataFolder, found.command)) return false;
  const lock = path.join(dataFolder, "postmaster.pid");
  renameSync(lock, `${lock}.stale-${Date.now()}`);
  return true;
}

/** Reads PostgreSQL's lock file: the process id is in the first line, the status in the eighth. */
export function readPidFile(dataFolder: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(path.join(dataFolder, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return pid > 0 ? { pid, status: (lines[7] ?? "").trim() } : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

type ProcessInfo = { parent: number; zombie: boolean; command: string[] };

function inspect(pid: number): ProcessInfo | undefined {
  try {
    return process.platform === "linux" ? inspectProc(pid) : inspectPs(pid);
  } catch {
    return undefined; // no such process
  }
}

function inspectProc(pid: number): ProcessInfo {
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  // The name in brackets may contain any character; the state and the parent follow the last bracket.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { command, zombie: state === "Z", parent: Number(parent) };
}

function inspectPs(pid: number): ProcessInfo {
  const line = execFileSync("ps", ["-ww", "-o", "ppid=,state=,command=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const [, parent, state, command = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)$/m.exec(line) ?? [];
  return { command: [command], zombie: state?.startsWith("Z") ?? false, parent: Number(parent) };
}

/** Checks for the command line of a postmaster of exactly this folder. */
function isPostmasterOf(dataFolder: string, command: string[]): boolean {
  const folder = realpathSync(dataFolder);
  const [program = "", ...args] = command;
  if (args.length === 0) {
    const line = `${program} `; // ps prints one line
    return /(^|\/)postgres /.test(line) && [folder, dataFolder].some((each) => line.includes(` -D ${each} `));
  }
  const given = args[args.indexOf("-D") + 1];
  return (
    path.basename(program) === "postgres" &&
    args.includes("-D") &&
    given !== undefined &&
    isSameFolder(given, folder)
  );
}

function isSameFolder(given: string, folder: string): boolean {
  try {
    return path.isAbsolute(given) && realpathSync(given) === folder;
  } catch {
    return false; // the folder does not exist
  }
}
