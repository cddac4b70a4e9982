import "./set-up/node-version.mjs";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { endGroup } from "./set-up/end-group.mjs";
import { say } from "./set-up/project.mjs";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";

await setUp({ build: true, tools: true });

const folder = mkdtempSync(path.join(tmpdir(), "maarga-test-"));
const tallyFile = path.join(folder, "tally.json");
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const given = process.argv.slice(2);
const reporters = given.some((argument) => argument.startsWith("--reporter")) ? [] : ["--reporter=default"];
let group = 0;
const ended = await run(
  process.execPath,
  [
    path.join("node_modules", "vitest", "vitest.mjs"),
    "run",
    ...given,
    ...reporters,
    "--reporter=./scripts/tally-reporter.ts",
  ],
  {
    env: { ...process.env, MAARGA_TALLY: tallyFile },
    started: (pid) => {
      group = pid;
    },
  },
);
if (await endGroup(group)) say("The tests left processes running; they were ended.");

/** @type {import("./tally-reporter.ts").Tally} */
const tally = existsSync(tallyFile)
  ? JSON.parse(readFileSync(tallyFile, "utf8"))
  : { passed: 0, failed: 0, skipped: 0 };
if (tally.passed + tally.failed === 0) say("No test ran.");
else if (ended.exitCode !== 0 && tally.failed === 0) say("Something failed outside the tests; see above.");
const isGood = ended.exitCode === 0 && tally.failed === 0 && tally.passed > 0;
// A run that did not end well never reads "0 failed".
const failed = isGood ? 0 : Math.max(1, tally.failed);
console.log(`${tally.passed} passed, ${failed} failed${tally.skipped ? `, ${tally.skipped} skipped` : ""}`);
process.exitCode = isGood ? 0 : ended.exitCode || 1;
