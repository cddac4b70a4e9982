// `npm run bench`: installs the packages of the benchmarks, builds the product and the benchmarks, and runs them.
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

// Written last, so that an interrupted installation is repeated.
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

// Without an argument, `tables` and `more` run. The others run only when named:
// `npm run bench -- admin`, `-- lighthouse`, `-- crowd`, `-- pages`, `-- bookings`, `-- payments`, `-- statements`,
// `-- allotment-week`, `-- live`, `-- cutoffs`.
const NAMED_ONLY = [
  "lighthouse",
  "admin",
  "versions",
  "crowd",
  "pages",
  "bookings",
  "payments",
  "statements",
  "allotment-week",
  "live",
  "cutoffs",
];
const name = process.argv[2] ?? "";
if (NAMED_ONLY.includes(name)) {
  await import(new URL(`build/${name}.js`, import.meta.url).href);
  process.exit();
}
if (name !== "more") await import(new URL("build/tables.js", import.meta.url).href);
if (name !== "tables") await import(new URL("build/files-and-mail.js", import.meta.url).href);
