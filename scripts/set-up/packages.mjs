import { readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { root, SetUpError, say } from "./project.mjs";
import { exitCodeOf, run } from "./run.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {boolean} [devOptional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 *
 * @typedef {Record<string, LockedPackage>} LockedPackages
 */

/** npm writes this file last, when all packages are installed. */
const installedLock = path.join(root, "node_modules", ".package-lock.json");
const tailLines = 20;

/** @param {{ tools: boolean }} needs `tools`: the packages for building and testing are needed too */
export function packagesAreInstalled(needs) {
  const locked = readLock(path.join(root, "package-lock.json"));
  const installed = readLock(installedLock);
  if (!locked)
    throw new SetUpError("package-lock.json is missing or broken; restore it from version control.");
  return installed !== undefined && satisfies(installed, locked, needs);
}

/**
 * @param {LockedPackages} installed
 * @param {LockedPackages} locked
 * @param {{ tools: boolean }} needs
 */
export function satisfies(installed, locked, { tools }) {
  if (
    Object.values(installed).some(({ os, cpu }) => !fits(os, process.platform) || !fits(cpu, process.arch))
  ) {
    return false; // copied from another kind of machine
  }
  return Object.entries(locked).every(([place, expected]) => {
    if (place === "") return true;
    const actual = installed[place];
    if (actual) return actual.version === expected.version && actual.integrity === expected.integrity;
    // npm leaves out packages for other machines and does not record them.
    if (expected.optional || expected.devOptional) return true;
    return Boolean(expected.dev) && !tools;
  });
}

/**
 * @param {string[] | undefined} list as in package.json: names, or names that are excluded with "!"
 * @param {string} name
 */
function fits(list, name) {
  if (!list || list.length === 0) return true;
  if (list.includes(`!${name}`)) return false;
  return list.includes(name) || list.every((entry) => entry.startsWith("!"));
}

/** @param {(pid: number) => void} onStart */
export async function installPackages(onStart) {
  say("Installing packages; the first time this takes a minute or two …");
  // An interrupted npm must not leave this file behind: it marks the packages as complete.
  rmSync(installedLock, { force: true });
  // The build needs the tools even if NODE_ENV is "production". No package needs its install script, so none runs.
  const args = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--ignore-scripts",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ];
  const ended = await run("npm", args, { capture: true, onStart }).catch((cause) => {
    throw new SetUpError(`npm could not be started (${cause.code}). It comes with Node; is it in the PATH?`);
  });
  if (ended.stoppedBy) process.exit(exitCodeOf(ended.stoppedBy));
  if (ended.exitCode === 0) return;
  const tail = ended.output.trimEnd().split("\n").slice(-tailLines).join("\n");
  throw new SetUpError(
    `${tail}\n\nThe packages could not be installed (npm ci ended with ${ended.exitCode}; its last lines are above). ` +
      "This step needs the network once. Fix the problem and run the same command again.",
  );
}

/**
 * @param {string} file
 * @returns {LockedPackages | undefined}
 */
function readLock(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch (error) {
    if (
      error instanceof SyntaxError ||
      (error instanceof Error && "code" in error && error.code === "ENOENT")
    )
      return undefined;
    throw error;
  }
}
