// `npm run bench`: installs what only the race needs, builds both sides, and starts it.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname;

/** @param {string} command @param {string[]} args @param {string} cwd */
function run(command, args, cwd) {
  const { status, signal, error } = spawnSync(command, args, { cwd, stdio: "inherit" });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? (signal === "SIGINT" ? 130 : 1));
}

// Written last, so that an interrupted installation has none.
const stamp = path.join(here, "node_modules", ".installed-from");
const lock = createHash("sha256")
  .update(readFileSync(path.join(here, "package-lock.json")))
  .digest("hex");
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== lock) {
  run(
    "npm",
    ["ci", "--include=dev", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"],
    here,
  );
  writeFileSync(stamp, lock);
}

run(process.execPath, [path.join("scripts", "build.mjs")], path.dirname(here));
run(process.execPath, [path.join("node_modules", "typescript", "bin", "tsc"), "-p", "."], here);

// Without a word: tables and more. The others take a machine for themselves: `npm run bench -- admin`, `-- lighthouse`.
const ALONE = ["lighthouse", "admin"];
const wanted = process.argv[2] ?? "";
if (ALONE.includes(wanted)) {
  await import(new URL(`build/${wanted}.js`, import.meta.url).href);
  process.exit();
}
if (wanted !== "more") await import(new URL("build/race.js", import.meta.url).href);
if (wanted !== "tables") await import(new URL("build/more.js", import.meta.url).href);
