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

/** npm writes this file last, once everything else is in its place. */
const installedLock = path.join(root, "node_modules", ".package-lock.json");
const tailLines = 20;

/** @param {{ tools: boolean }} needs whether what only building and testing need has to be there too */
export function packagesAreInPlace(needs) {
  const wanted = readLock(path.join(root, "package-lock.json"));
  const found = readLock(installedLock);
  if (!wanted)
    throw new SetUpError("package-lock.json is missing or broken; restore it from the repository.");
  return found !== undefined && satisfies(found, wanted, needs);
}

/**
 * @param {LockedPackages} found
 * @param {LockedPackages} wanted
 * @param {{ tools: boolean }} needs
 */
export function satisfies(found, wanted, { tools }) {
  if (Object.values(found).some(({ os, cpu }) => !fits(os, process.platform) || !fits(cpu, process.arch))) {
    return false; // copied here from another kind of machine
  }
  return Object.entries(wanted).every(([place, locked]) => {
    if (place === "") return true;
    const there = found[place];
    if (there) return there.version === locked.version && there.integrity === locked.integrity;
    // npm leaves out what is for other machines, and says nowhere what it left out.
    if (locked.optional || locked.devOptional) return true;
    return Boolean(locked.dev) && !tools;
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

/** @param {(pid: number) => void} started */
export async function installPackages(started) {
  say("Installing packages; the first time this takes a minute or two …");
  // An interrupted npm must not leave behind the file that says all is well.
  rmSync(installedLock, { force: true });
  // The tools are wanted even where NODE_ENV is "production": without them there is no build. No package's own
  // install script is needed, so none runs.
  const args = [
    "ci",
    "--include=dev",
    "--include=optional",
    "--ignore-scripts",
    "--loglevel=error",
    "--no-audit",
    "--no-fund",
  ];
  const ended = await run("npm", args, { capture: true, started }).catch((cause) => {
    throw new SetUpError(`npm could not be started (${cause.code}). It comes with Node; is it in the PATH?`);
  });
  if (ended.stoppedBy) process.exit(exitCodeOf(ended.stoppedBy));
  if (ended.exitCode === 0) return;
  const tail = ended.output.trimEnd().split("\n").slice(-tailLines).join("\n");
  throw new SetUpError(
    `${tail}\n\nThe packages could not be installed (npm ci ended with ${ended.exitCode}; its last words are above). ` +
      "The network is needed for this once. Run the same command again when that is mended.",
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
