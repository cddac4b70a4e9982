import { spawn } from "node:child_process";
import { constants } from "node:os";
import { root } from "./project.mjs";

/** @type {NodeJS.Signals[]} */
const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"];
const sameKeyPressMilliseconds = 500;

/**
 * @typedef {object} Ended
 * @property {number} exitCode as a shell counts: 128 and the signal's number when a signal ended it
 * @property {string} output what it printed, when it was captured
 * @property {NodeJS.Signals | undefined} stoppedBy the signal that we were sent meanwhile
 */

/**
 * Runs a program to its end. It gets a process group of its own, because Ctrl-C reaches us twice, from the terminal
 * and from npm, and most programs take the second one for "at once": so it is passed on once, by us.
 * @param {string} command
 * @param {string[]} args
 * @param {{ capture?: boolean, env?: NodeJS.ProcessEnv, started?: (pid: number) => void }} [options]
 * @returns {Promise<Ended>}
 */
export function run(command, args, { capture = false, env = process.env, started } = {}) {
  const child = spawn(command, args, {
    cwd: root,
    detached: true,
    env,
    stdio: ["ignore", capture ? "pipe" : "inherit", capture ? "pipe" : "inherit"],
  });
  if (child.pid !== undefined) started?.(child.pid);

  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  }

  /** @type {NodeJS.Signals | undefined} */
  let stoppedBy;
  let passedOnAt = Number.NEGATIVE_INFINITY;
  /** @param {NodeJS.Signals} signal */
  const passOn = (signal) => {
    if (signal === stoppedBy && performance.now() - passedOnAt < sameKeyPressMilliseconds) return;
    stoppedBy = signal;
    passedOnAt = performance.now();
    child.kill(signal);
  };
  for (const signal of stopSignals) process.on(signal, passOn);

  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => {
      for (const name of stopSignals) process.off(name, passOn);
      resolve({ exitCode: code ?? (signal ? exitCodeOf(signal) : 1), output, stoppedBy });
    });
  });
}

/** @param {NodeJS.Signals} signal */
export function exitCodeOf(signal) {
  return 128 + constants.signals[signal];
}
