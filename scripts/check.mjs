import "./set-up/node-version.mjs";
import path from "node:path";
import { inexactVersions, registryAddresses } from "./exact-versions.mjs";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";

// The weights are those of a build.
await setUp({ build: true, tools: true });

const node = process.execPath;
const isTerminal = Boolean(process.stdout.isTTY);
const env = { ...process.env, ...(isTerminal ? { FORCE_COLOR: "1" } : { NO_COLOR: "1" }) };
/** @param {string[]} parts */
const tool = (...parts) => path.join("node_modules", ...parts);

/** @type {{ name: string, look: () => Promise<{ exitCode: number, output: string }>, isTold?: boolean }[]} */
const checks = [
  {
    name: "types",
    look: () => run(node, [tool("typescript", "bin", "tsc"), "--noEmit"], { capture: true, env }),
  },
  {
    name: "types of the app",
    look: () =>
      run(node, [tool("typescript", "bin", "tsc"), "--noEmit", "-p", "web"], { capture: true, env }),
  },
  {
    name: "types of browser tests",
    look: () =>
      run(node, [tool("typescript", "bin", "tsc"), "--noEmit", "-p", "tests/browser"], {
        capture: true,
        env,
      }),
  },
  {
    name: "lint and formatting",
    look: () =>
      run(
        node,
        [
          tool("@biomejs", "biome", "bin", "biome"),
          "ci",
          "--error-on-warnings",
          `--colors=${isTerminal ? "force" : "off"}`,
        ],
        { capture: true, env },
      ),
  },
  {
    name: "dependency rules",
    look: () => run(node, ["--import", "tsx", "scripts/check-dependencies.ts"], { capture: true, env }),
  },
  {
    name: "unused code",
    look: () => run(node, [tool("knip", "bin", "knip.js"), "--no-progress"], { capture: true, env }),
  },
  {
    name: "weight of each page",
    look: () => run(node, ["--import", "tsx", "scripts/check-weights.ts"], { capture: true, env }),
    isTold: true,
  },
  {
    // Offline, because nothing has to be fetched to see whether the two files agree.
    name: "lock file",
    look: () =>
      run("npm", ["ci", "--dry-run", "--offline", "--ignore-scripts", "--loglevel=error"], {
        capture: true,
        env,
      }),
  },
  {
    name: "exact versions",
    look: async () => {
      const faults = [...inexactVersions(), ...registryAddresses()];
      return { exitCode: faults.length === 0 ? 0 : 1, output: faults.join("\n") };
    },
  },
];

const results = await Promise.all(
  checks.map(async ({ name, look, isTold = false }) => {
    const startedAt = performance.now();
    const { exitCode, output } = await look();
    return { name, isGood: exitCode === 0, isTold, output, seconds: (performance.now() - startedAt) / 1000 };
  }),
);

for (const { name, output } of results.filter(({ isGood, isTold }) => isTold || !isGood)) {
  console.log(`\n── ${name} ──\n${output.trimEnd()}`);
}
console.log();
for (const { name, isGood, seconds } of results) {
  console.log(`${name.padEnd(22)} ${isGood ? "ok    " : "failed"} ${seconds.toFixed(1).padStart(5)} s`);
}
process.exitCode = results.every(({ isGood }) => isGood) ? 0 : 1;
