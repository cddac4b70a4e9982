import "./set-up/node-version.mjs";
import path from "node:path";
import { inexactVersions, registryAddresses } from "./exact-versions.mjs";
import { longFiles } from "./file-length.mjs";
import { forbiddenLicences } from "./licences.mjs";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";

// Page weights are measured in the built app.
await setUp({ build: true, tools: true });

const isTerminal = Boolean(process.stdout.isTTY);
const env = { ...process.env, ...(isTerminal ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) };

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {() => Promise<{ exitCode: number, output: string }>} start
 * @property {boolean} [isAlwaysPrinted] its output is printed even when it passed
 */

/** @type {Check[]} */
const checks = [
  { name: "types", start: tool("typescript/bin/tsc", "--noEmit") },
  { name: "types of the app", start: tool("typescript/bin/tsc", "--noEmit", "-p", "web") },
  { name: "types of browser tests", start: tool("typescript/bin/tsc", "--noEmit", "-p", "tests/browser") },
  {
    name: "lint and formatting",
    start: tool(
      "@biomejs/biome/bin/biome",
      "ci",
      "--error-on-warnings",
      `--colors=${isTerminal ? "force" : "off"}`,
    ),
  },
  { name: "dependency rules", start: script("scripts/check-dependencies.ts") },
  { name: "clashing classes", start: script("scripts/check-classes.ts") },
  { name: "unused code", start: tool("knip/bin/knip.js", "--no-progress") },
  { name: "weight of each page", start: script("scripts/check-weights.ts"), isAlwaysPrinted: true },
  {
    // Offline: comparing the two files needs no network.
    name: "lock file",
    start: command("npm", "ci", "--dry-run", "--offline", "--ignore-scripts", "--loglevel=error"),
  },
  { name: "exact versions", start: async () => resultOf([...inexactVersions(), ...registryAddresses()]) },
  { name: "licences", start: async () => resultOf(forbiddenLicences()) },
  { name: "length of files", start: async () => resultOf(longFiles()) },
];

const results = await Promise.all(
  checks.map(async ({ name, start, isAlwaysPrinted = false }) => {
    const startedAt = performance.now();
    const { exitCode, output } = await start();
    const seconds = (performance.now() - startedAt) / 1000;
    return { name, passed: exitCode === 0, isPrinted: isAlwaysPrinted || exitCode !== 0, output, seconds };
  }),
);

for (const { name, output } of results.filter(({ isPrinted }) => isPrinted)) {
  console.log(`\n── ${name} ──\n${output.trimEnd()}`);
}
console.log();
for (const { name, passed, seconds } of results) {
  console.log(`${name.padEnd(22)} ${passed ? "ok    " : "failed"} ${seconds.toFixed(1).padStart(5)} s`);
}
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;

/**
 * @param {string} program its path in node_modules
 * @param {string[]} args
 */
function tool(program, ...args) {
  return command(process.execPath, path.join("node_modules", program), ...args);
}

/** @param {string} file */
function script(file) {
  return command(process.execPath, "--import", "tsx", file);
}

/**
 * @param {string} program
 * @param {string[]} args
 */
function command(program, ...args) {
  return () => run(program, args, { capture: true, env });
}

/** @param {string[]} violations */
function resultOf(violations) {
  return { exitCode: violations.length === 0 ? 0 : 1, output: violations.join("\n") };
}
