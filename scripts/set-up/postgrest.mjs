import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root, SetUpError, say } from "./project.mjs";
import { run } from "./run.mjs";

const folder = path.join(root, "tests", "parity", "postgrest");
/** Written last, so that an interrupted installation is repeated. */
const stamp = path.join(folder, "node_modules", ".installed-from");
const tailLines = 5;

/** Installs the PostgREST of the parity tests if it is missing. It has a lock file of its own: the product does not use it. */
export async function requirePostgrest() {
  const lock = createHash("sha256")
    .update(readFileSync(path.join(folder, "package-lock.json")))
    .digest("hex");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === lock) return;
  say("Installing the PostgREST of the parity tests …");
  rmSync(stamp, { force: true });
  const args = ["ci", "--ignore-scripts", "--loglevel=error", "--no-audit", "--no-fund"];
  const ended = await run("npm", ["--prefix", folder, ...args], { capture: true });
  if (ended.exitCode !== 0) {
    const tail = ended.output.trimEnd().split("\n").slice(-tailLines).join("\n");
    throw new SetUpError(
      `${tail}\n\nPostgREST could not be installed in ${folder}; the parity tests need it.`,
    );
  }
  writeFileSync(stamp, lock);
}
