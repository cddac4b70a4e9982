import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./project.mjs";

/** @type {NodeJS.Signals[]} */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"];
const SAME_KEY_PRESS_MS = 500;

/**
 * @typedef {object} Ended
 * @property {number} exitCode as in a shell: 128 plus the number of the signal that ended the program
 * @property {string} output the captured output
 * @property {NodeJS.Signals | undefined} stoppedBy the signal that this process received meanwhile
 */

/**
 * Runs a program to its end, in a process group of its own: Ctrl-C arrives twice, from the terminal and from npm, and
 * most programs abort at the second signal. This process forwards it once.
 * @param {string} command
 * @param {string[]} args
 * @param {{ capture?: boolean, env?: NodeJS.ProcessEnv, onStart?: (pid: number) => void }} [options]
 * @returns {Promise<Ended>}
 */
export function run(command, args, { capture = false, env = process.env, onStart } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env,
    stdio: ["ignore", capture ? "pipe" : "inherit", capture ? "pipe" : "inherit"],
  });
  if (child.pid !== undefined) onStart?.(child.pid);

  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }

  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy;
  let forwardedAt = Number.NEGATIVE_INFINITY;
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    if (signal === stoppedBy && performance.now() - forwardedAt < SAME_KEY_PRESS_MS) return;
    stoppedBy = signal;
    forwardedAt = performance.now();
    child.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, forward);

  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      for (const name of stopSignals) process.off(name, forward);
      resolve({ exitCode: code ?? (signal ? exitCodeOf(signal) : 1), output, stoppedBy });
    });
  });
}

/** @param {NodeJS.Signals} signal */
export function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}
