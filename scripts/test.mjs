import "./set-up/node-version.mjs";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { requireChromium } from "./set-up/chromium.mjs";
import { requireClamd } from "./set-up/clamd.mjs";
import { endGroup } from "./set-up/end-group.mjs";
import { requirePostgrest } from "./set-up/postgrest.mjs";
import { SetUpError, say } from "./set-up/project.mjs";
import { run } from "./set-up/run.mjs";
import { setUp } from "./set-up/set-up.mjs";

await setUp({ build: true, tools: true });

const folder = mkdtempSync(path.join(tmpdir(), "maarga-test-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** @typedef {import("./tally-reporter.ts").Tally} Tally */
/** @typedef {Tally & { exitCode: number }} Result */

// `npm test -- fast` runs what needs no server and no browser.
const isFast = process.argv[2] === "fast";
const given = isFast
  ? [
      ...["unit", "unit, own process", "rules"].map((project) => `--project=${project}`),
      ...process.argv.slice(3),
    ]
  : process.argv.slice(2);
const isForBrowser = given.some((argument) => /^tests\/browser\b|\.spec\.ts\b/.test(argument));
let isStopped = false;
/** @type {(Result & { name: string, minutes: number })[]} */
const results = [];
if (!isForBrowser && !isFast) await installPostgrest();
if (!isForBrowser) results.push(await timed("Vitest", runVitest));
if ((isForBrowser || given.length === 0) && !isStopped) results.push(await timed("Browser", runBrowser));

const passed = sum(({ passed }) => passed);
const failed = sum(({ failed }) => failed);
const skipped = sum(({ skipped }) => skipped);
for (const { name, minutes } of results) say(`${name}: ${minutes.toFixed(1)} minutes`);
for (const title of results.flatMap(({ failures }) => failures)) say(`Failed: ${title}`);
for (const title of results.flatMap(({ flaky }) => flaky)) say(`Passed at the second try only: ${title}`);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ""}`);
process.exitCode = results.find(({ exitCode }) => exitCode !== 0)?.exitCode ?? 0;

/**
 * @param {string} name
 * @param {() => Promise<Result>} runPart
 */
async function timed(name, runPart) {
  const startedAt = performance.now();
  const result = await runPart();
  return { ...result, name, minutes: (performance.now() - startedAt) / 60_000 };
}

/** Without it, only the parity tests fail. */
async function installPostgrest() {
  try {
    await requirePostgrest();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
  }
}

async function runVitest() {
  if (!isFast) await installClamd();
  const tallyFile = path.join(folder, "tally.json");
  const hasReporter = given.some((argument) => argument.startsWith("--reporter"));
  const exitCode = await runTestRunner(
    [
      path.join("node_modules", "vitest", "vitest.mjs"),
      "run",
      ...given,
      ...(hasReporter ? [] : ["--reporter=default"]),
      "--reporter=./scripts/tally-reporter.ts",
    ],
    { MAARGA_TALLY: tallyFile },
  );
  return resultOf(readIfThere(tallyFile), exitCode);
}

/** Without it, the tests of the malware scan fail and say what is missing. */
async function installClamd() {
  try {
    await requireClamd();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
  }
}

async function runBrowser() {
  let chromium = "";
  try {
    chromium = await requireChromium();
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error;
    say(error.message);
    return resultOf(undefined, 1);
  }
  const tallyFile = path.join(folder, "browser.json");
  const exitCode = await runTestRunner(
    [
      path.join("node_modules", "@playwright", "test", "cli.js"),
      "test",
      "--config=tests/browser/playwright.config.ts",
      "--reporter=list,json",
      ...given,
    ],
    { MAARGA_CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: tallyFile },
  );
  const report = readIfThere(tallyFile);
  return resultOf(report && tallyOf(report), exitCode);
}

/**
 * @param {import("@playwright/test/reporter").JSONReport} report
 * @returns {Tally}
 */
function tallyOf({ stats, suites }) {
  /** @param {import("@playwright/test/reporter").JSONReportSuite} suite @returns {{ title: string, status: string }[]} */
  const testsOf = ({ title: of, specs, suites = [] }) =>
    [
      ...specs.flatMap(({ title, tests }) =>
        tests.map(({ status, projectName }) => ({ title: `[${projectName}] ${title}`, status })),
      ),
      ...suites.flatMap((inner) => testsOf(inner)),
    ].map((test) => ({ ...test, title: `${of} › ${test.title}` }));
  const tests = suites.flatMap((suite) => testsOf(suite));
  /** @param {string} wanted */
  const titlesOf = (wanted) => tests.filter(({ status }) => status === wanted).map(({ title }) => title);
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    failures: titlesOf("unexpected"),
    flaky: titlesOf("flaky"),
  };
}

/**
 * Runs a test runner, and then ends the processes that its tests left running.
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 */
async function runTestRunner(args, env) {
  let group = 0;
  const ended = await run(process.execPath, args, {
    env: { ...process.env, ...env },
    onStart: (pid) => {
      group = pid;
    },
  });
  if (await endGroup(group)) say("The tests left processes running; they were ended.");
  isStopped ||= ended.stoppedBy !== undefined;
  return ended.exitCode;
}

/**
 * Counts at least one failure if the run failed as a whole, so that its summary never reads "0 failed".
 * @param {Tally | undefined} tally
 * @param {number} exitCode
 * @returns {Result}
 */
function resultOf(tally = { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }, exitCode) {
  if (tally.passed + tally.failed === 0) say("No test ran.");
  else if (exitCode !== 0 && tally.failed === 0) say("Something failed outside the tests; see above.");
  const isGood = exitCode === 0 && tally.failed === 0 && tally.passed > 0;
  if (isGood) return { ...tally, exitCode: 0 };
  return { ...tally, failed: Math.max(1, tally.failed), exitCode: exitCode || 1 };
}

/** @param {string} file */
function readIfThere(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}

/** @param {(result: Result) => number} of */
function sum(of) {
  return results.reduce((total, result) => total + of(result), 0);
}
