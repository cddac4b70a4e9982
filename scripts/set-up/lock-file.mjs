import { appendFileSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { setTimeout as wait } from "node:timers/promises";
import { SetUpError, say } from "./project.mjs";

const lookEveryMilliseconds = 200;
const beatEveryMilliseconds = 1_000;
/** Whether a process lives can only be seen on the machine it runs on; from elsewhere, the beats have to tell. */
const silenceFromElsewhereMilliseconds = 15_000;
/** A process of that number lives here: most likely the one meant, a slow npm whose parent was killed. */
const silenceFromHereMilliseconds = 300_000;

/**
 * Does the work while no other process does it in this folder. The file lists the processes at work, one a line;
 * it counts for nothing as soon as all of them have ended, so a killed set-up stops nobody.
 * @template T
 * @param {string} file
 * @param {(atWork: (pid: number) => void) => Promise<T>} work is handed a function that adds a process to the file,
 *   so that a child which outlives us still keeps others out
 * @returns {Promise<T>}
 */
export async function oneAtATime(file, work) {
  await enter(file);
  const isOurs = () => readIfThere(file).startsWith(line(process.pid));
  const leave = () => {
    if (isOurs()) rmSync(file, { force: true });
  };
  const beat = setInterval(() => {
    if (isOurs()) utimesSync(file, new Date(), new Date());
  }, beatEveryMilliseconds);
  process.once("exit", leave);
  try {
    return await work((pid) => appendFileSync(file, line(pid)));
  } finally {
    clearInterval(beat);
    process.off("exit", leave);
    leave();
  }
}

/** @param {string} file */
async function enter(file) {
  let waited = false;
  let lastBeat = 0;
  let beatSeenAt = 0;
  while (!create(file)) {
    if (!waited) say(`Another process is setting up this folder; waiting for it … (${file})`);
    waited = true;
    const beat = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (beat !== lastBeat) {
      lastBeat = beat;
      beatSeenAt = performance.now();
    }
    if (isAbandoned(readIfThere(file), performance.now() - beatSeenAt)) rmSync(file, { force: true });
    else await wait(lookEveryMilliseconds);
  }
  if (!waited) return;
  // Two that waited may both have found the file abandoned, and one may have removed what the other had just made.
  await wait(lookEveryMilliseconds);
  if (!readIfThere(file).startsWith(line(process.pid))) await enter(file);
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
 * @param {number} silentForMilliseconds
 */
function isAbandoned(content, silentForMilliseconds) {
  const processes = content.split("\n").filter(Boolean);
  if (processes.length === 0) return silentForMilliseconds > silenceFromElsewhereMilliseconds; // being written just now
  const isFromHere = processes.every((entry) => entry.startsWith(`${hostname()} `));
  if (!isFromHere) return silentForMilliseconds > silenceFromElsewhereMilliseconds;
  const isAtWork = processes.some((entry) => isAlive(Number(entry.split(" ").at(-1))));
  return !isAtWork || silentForMilliseconds > silenceFromHereMilliseconds;
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
function readIfThere(file) {
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
