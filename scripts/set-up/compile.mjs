import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, SetUpError, say } from "./project.mjs";
import { exitCodeOf, run } from "./run.mjs";

const buildFolder = path.join(root, "build");

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string[]} sources files and folders that it is built from
 * @property {string[]} results folders in build/
 * @property {string[]} command what Node runs
 */

/** @type {Part[]} */
const parts = [
  {
    name: "server",
    sources: ["package-lock.json", path.join("scripts", "set-up", "bundle-server.mjs"), "domain", "server"],
    results: ["server"],
    command: [path.join("scripts", "set-up", "bundle-server.mjs")],
  },
  {
    name: "app",
    sources: [
      "package-lock.json",
      "react-router.config.ts",
      "vite.config.ts",
      path.join("scripts", "web"),
      "domain",
      "web",
    ],
    results: ["app"],
    command: [path.join("node_modules", "@react-router", "dev", "bin.js"), "build"],
  },
];

export function isBuilt() {
  return parts.every(isUpToDate);
}

/** @param {(pid: number) => void} onStart */
export async function compile(onStart) {
  say("Building …");
  await Promise.all(parts.filter((part) => !isUpToDate(part)).map((part) => build(part, onStart)));
}

/**
 * @param {Part} part
 * @param {(pid: number) => void} onStart
 */
async function build(part, onStart) {
  const sourcesHash = fingerprint(part);
  rmSync(stampOf(part), { force: true });
  for (const folder of part.results) rmSync(path.join(buildFolder, folder), { recursive: true, force: true });
  const ended = await run(process.execPath, part.command, {
    capture: true,
    env: { ...process.env, NODE_ENV: "production" },
    onStart,
  });
  if (ended.stoppedBy) process.exit(exitCodeOf(ended.stoppedBy));
  if (ended.exitCode !== 0) throw new SetUpError(`${ended.output.trimEnd()}\n\nThe build failed; see above.`);
  mkdirSync(buildFolder, { recursive: true });
  writeFileSync(stampOf(part), sourcesHash);
}

/** The file with the fingerprint of the sources; written last, so that an interrupted build has none.
 * @param {Part} part */
function stampOf(part) {
  return path.join(buildFolder, `${part.name}-built-from`);
}

/** @param {Part} part */
function isUpToDate(part) {
  const stamp = stampOf(part);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint(part);
}

/** Hashes contents: a checkout, a copy or a container image changes the modification time of every file.
 * @param {Part} part */
function fingerprint(part) {
  const hash = createHash("sha256");
  for (const file of part.sources.flatMap(filesIn)) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} source */
function filesIn(source) {
  if (path.extname(source) !== "") return [source];
  if (!existsSync(path.join(root, source))) return [];
  return readdirSync(path.join(root, source), { recursive: true, encoding: "utf8", withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort();
}
