import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, realpathSync, renameSync } from "node:fs";
import path from "node:path";
import { DatabaseSetupError } from "../setup-error.ts";
import type { Account } from "./account.ts";

/** Stands on the postmaster's command line, so that a later start can tell whether the one who started it still lives. */
export const STARTED_BY = "maarga.started_by";

export class FolderInUseError extends DatabaseSetupError {
  constructor(dataFolder: string, by: string) {
    super(`${dataFolder} is in use by ${by}: stop that first, or give this server a MAARGA_DATA of its own.`);
  }
}

/**
 * Ends a PostgreSQL that an earlier, killed server left behind over this very folder. One whose starter is still
 * alive is not left over, and whatever else has its process id by now is nobody's business here.
 */
export function stopStalePostgres(dataFolder: string, account: Account, pgCtl: string): void {
  const pid = readPidFile(dataFolder)?.pid;
  const found = pid === undefined ? undefined : inspect(pid);
  if (pid === undefined || !found || !isOver(found.command, dataFolder)) return;
  const starter = new RegExp(`${STARTED_BY}=(\\d+)`).exec(found.command.join(" "))?.[1];
  // A process keeps its true parent's id only while that parent lives, so a reused id cannot mislead this.
  if (starter !== undefined && Number(starter) === found.parent)
    throw new FolderInUseError(dataFolder, `process ${starter}`);
  const stop = account.command(pgCtl, ["-D", dataFolder, "-m", "fast", "-w", "-t", "60", "stop"]);
  const result = spawnSync(stop.file, stop.args, { ...stop.options, encoding: "utf8" });
  // A postmaster takes its note away when it is done, and is itself gone a moment later.
  if (result.status !== 0 && readPidFile(dataFolder)?.pid === pid && inspect(pid))
    throw new DatabaseSetupError(
      `The PostgreSQL left over in ${dataFolder} (process ${pid}) does not stop: ${result.stderr.trim()}`,
    );
}

/**
 * After a hard stop of a machine or container, the process id in PostgreSQL's lock file may be some other program's
 * by now, and PostgreSQL would wait for that one for ever. The file is put aside, never deleted. Only for a caller
 * who knows by a better lock that no process of the old server is alive, in another container for example.
 */
export function setStaleLockFileAside(dataFolder: string): boolean {
  const pid = readPidFile(dataFolder)?.pid;
  const found = pid === undefined ? undefined : inspect(pid);
  if (!found || found.zombie || isOver(found.command, dataFolder)) return false;
  const lock = path.join(dataFolder, "postmaster.pid");
  renameSync(lock, `${lock}.stale-${Date.now()}`);
  return true;
}

/** PostgreSQL's note about itself: in the first line its process id, in the eighth how far it has come. */
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

type Found = { parent: number; zombie: boolean; command: string[] };

function inspect(pid: number): Found | undefined {
  try {
    return process.platform === "linux" ? inspectProc(pid) : inspectPs(pid);
  } catch {
    return undefined; // no such process
  }
}

function inspectProc(pid: number): Found {
  const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  // The name in brackets may hold anything; the state and the parent come after its last bracket.
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { command, zombie: state === "Z", parent: Number(parent) };
}

function inspectPs(pid: number): Found {
  const line = execFileSync("ps", ["-ww", "-o", "ppid=,state=,command=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const [, parent, state, command = ""] = /^\s*(\d+)\s+(\S+)\s+(.*)$/m.exec(line) ?? [];
  return { command: [command], zombie: state?.startsWith("Z") ?? false, parent: Number(parent) };
}

/** Whether this is the command line of a postmaster over exactly this folder. */
function isOver(command: string[], dataFolder: string): boolean {
  const folder = realpathSync(dataFolder);
  const [program = "", ...args] = command;
  if (args.length === 0) {
    const line = `${program} `; // ps gives one line
    return /(^|\/)postgres /.test(line) && [folder, dataFolder].some((each) => line.includes(` -D ${each} `));
  }
  const given = args[args.indexOf("-D") + 1];
  return (
    path.basename(program) === "postgres" &&
    args.includes("-D") &&
    given !== undefined &&
    isFolder(given, folder)
  );
}

function isFolder(given: string, folder: string): boolean {
  try {
    return path.isAbsolute(given) && realpathSync(given) === folder;
  } catch {
    return false; // a folder that is gone is not this one
  }
}
