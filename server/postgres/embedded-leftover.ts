import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Account } from "./embedded-account.ts";

/** Given to the server's command line, so that a later start can tell whether the one who started it still lives. */
export const STARTED_BY = "maarga.started_by";

export class FolderInUse extends Error {}

/**
 * Ends a PostgreSQL that an earlier, killed server left behind over this very folder. One whose starter is still
 * alive is not left over, and whatever else has the process id by now is nobody's business here.
 */
export function stopLeftover(dataFolder: string, account: Account, pgCtl: string): void {
  const pid = readPidFile(dataFolder)?.pid;
  const found = pid === undefined ? undefined : inspect(pid);
  if (pid === undefined || !found || !isOver(found.command, dataFolder)) return;
  const starter = new RegExp(`${STARTED_BY}=(\\d+)`).exec(found.command.join(" "))?.[1];
  // A process keeps its true parent's id only while that parent lives, so this cannot mistake a reused id.
  if (starter !== undefined && Number(starter) === found.parent) {
    throw new FolderInUse(
      `Process ${starter} is serving from ${dataFolder} already: stop it first, or give this server a MAARGA_DATA of its own.`,
    );
  }
  const stop = account.command(pgCtl, ["-D", dataFolder, "-m", "fast", "-w", "-t", "60", "stop"]);
  const result = spawnSync(stop.file, stop.args, { ...stop.options, cwd: "/", encoding: "utf8" });
  const after = inspect(pid);
  if (after && isOver(after.command, dataFolder)) {
    throw new Error(
      `The PostgreSQL left over in ${dataFolder} (process ${pid}) does not stop: ${result.stderr.trim()}`,
    );
  }
}

/** PostgreSQL's own note about itself: first line its process id, eighth how far it has come. */
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

type Found = { parent: number; command: string[] };

function inspect(pid: number): Found | undefined {
  try {
    if (process.platform === "linux") {
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
      // The name in brackets may hold anything; the state and the parent come after its last bracket.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      return { command, parent: Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) };
    }
    const line = execFileSync("ps", ["-o", "ppid=,command=", "-ww", "-p", String(pid)], {
      encoding: "utf8",
    }).trim();
    const [, parent, command] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    return { parent: Number(parent), command: [command ?? ""] };
  } catch {
    return undefined; // no such process
  }
}

function isOver(command: string[], dataFolder: string): boolean {
  const folder = realpathSync(dataFolder);
  if (command.length === 1) {
    const line = `${command[0]} `; // macOS gives one line
    return /(^|\/)postgres /.test(line) && [folder, dataFolder].some((each) => line.includes(` -D ${each} `));
  }
  const given = command[command.indexOf("-D") + 1];
  return (
    path.basename(command[0] ?? "") === "postgres" &&
    command.includes("-D") &&
    given !== undefined &&
    sameFolder(given, folder)
  );
}

function sameFolder(given: string, folder: string): boolean {
  try {
    return path.isAbsolute(given) && realpathSync(given) === folder;
  } catch {
    return false; // a folder that is gone is not ours
  }
}
