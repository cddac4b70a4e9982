import { appendFileSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { SetUpError, say } from "./project.mjs";

const CHECK_INTERVAL_MS = 200;
const HEARTBEAT_MS = 1_000;
/** Processes of another machine cannot be checked, so their lock is stale when its heartbeat stops for this long. */
const REMOTE_STALE_MS = 15_000;
/** The process runs on this machine: most likely a slow npm whose parent was killed, but the id may be reused. */
const LOCAL_STALE_MS = 300_000;

/**
 * Runs the work while this process holds the lock file. The file lists the holders, one process a line; it is stale as
 * soon as all of them have ended, so a killed set-up blocks nobody.
 * @template T
 * @param {string} file
 * @param {(addHolder: (pid: number) => void) => Promise<T>} work adds the processes that it starts, so that a child
 *   which outlives this process keeps the lock
 * @returns {Promise<T>}
 */
export async function withLockFile(file, work) {
  await acquire(file);
  const isOurs = () => readIfExists(file).startsWith(line(process.pid));
  const release = () => {
    if (isOurs()) rmSync(file, { force: true });
  };
  const heartbeat = setInterval(() => {
    if (isOurs()) utimesSync(file, new Date(), new Date());
  }, HEARTBEAT_MS);
  process.once("exit", release);
  try {
    return await work((pid) => appendFileSync(file, line(pid)));
  } finally {
    clearInterval(heartbeat);
    process.off("exit", release);
    release();
  }
}

/** @param {string} file */
async function acquire(file) {
  let waited = false;
  let lastHeartbeat = 0;
  let heartbeatSeenAt = 0;
  while (!create(file)) {
    if (!waited) say(`Another process is setting up this folder; waiting for it … (${file})`);
    waited = true;
    const heartbeat = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (heartbeat !== lastHeartbeat) {
      lastHeartbeat = heartbeat;
      heartbeatSeenAt = performance.now();
    }
    if (isStale(readIfExists(file), performance.now() - heartbeatSeenAt)) rmSync(file, { force: true });
    else await wait(CHECK_INTERVAL_MS);
  }
  if (!waited) return;
  // Two waiting processes may both have found the file stale, and one may have removed the file that the other created.
  await wait(CHECK_INTERVAL_MS);
  if (!readIfExists(file).startsWith(line(process.pid))) await acquire(file);
}

/** @param {string} file */
function create(file) {
  try {
    writeFileSync(file, line(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw new SetUpError(
      `Packages or the build are out of date, and the project's folder cannot be written to (${codeOf(error)} for ${file}).`,
    );
  }
}

/** @param {number} pid */
function line(pid) {
  return `${hostname()} ${pid}\n`;
}

/**
 * @param {string} content
 * @param {number} silentMs
 */
function isStale(content, silentMs) {
  const processes = content.split("\n").filter(Boolean);
  if (processes.length === 0) return silentMs > REMOTE_STALE_MS; // about to be written
  const isLocal = processes.every((entry) => entry.startsWith(`${hostname()} `));
  if (!isLocal) return silentMs > REMOTE_STALE_MS;
  const hasLiveHolder = processes.some((entry) => isAlive(Number(entry.split(" ").at(-1))));
  return !hasLiveHolder || silentMs > LOCAL_STALE_MS;
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

/** @param {string} file */
function readIfExists(file) {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return "";
    throw error;
  }
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
