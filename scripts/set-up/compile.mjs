import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, SetUpError, say } from "./project.mjs";
import { exitCodeOf, run } from "./run.mjs";

const sourceFolders = ["domain", "server"];
const otherInputs = ["package-lock.json", "tsconfig.json", "tsconfig.build.json"];
const buildFolder = path.join(root, "build");
/** Holds the fingerprint of what was built; written last, so that an interrupted build has none. */
const stamp = path.join(buildFolder, "built-from");

export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint();
}

/** @param {(pid: number) => void} started */
export async function compile(started) {
  say("Building …");
  const builtFrom = fingerprint();
  for (const folder of ["built-from", ...sourceFolders]) {
    rmSync(path.join(buildFolder, folder), { recursive: true, force: true });
  }
  const compiler = path.join("node_modules", "typescript", "bin", "tsc");
  const ended = await run(process.execPath, [compiler, "-p", "tsconfig.build.json"], {
    capture: true,
    started,
  });
  if (ended.stoppedBy) process.exit(exitCodeOf(ended.stoppedBy));
  if (ended.exitCode !== 0) throw new SetUpError(`${ended.output.trimEnd()}\n\nThe build failed; see above.`);
  writeFileSync(stamp, builtFrom);
}

/** Content and not time of change: a checkout, a copy or a container image touches every file and changes none. */
function fingerprint() {
  const hash = createHash("sha256");
  for (const file of [...otherInputs, ...sourceFolders.flatMap(sourcesIn)]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

/** @param {string} folder */
function sourcesIn(folder) {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .sort()
    .map((file) => path.join(folder, file));
}
