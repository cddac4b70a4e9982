// `npm run bench -- versions FOLDER`: the speed of this version compared with the built version in another checkout.
import { existsSync } from "node:fs";
import path from "node:path";
import { Database } from "./database.ts";
import type { Operation } from "./generator.ts";
import { Measurer, type Result } from "./measurer.ts";
import { cpuPerReply, median, milliseconds, speedOf } from "./report.ts";
import { startMaarga, type TestedServer } from "./tested-servers.ts";
import { readSecrets, signInStudents } from "./tokens.ts";

const OPERATIONS: readonly Operation[] = ["read", "book"];
const CONNECTIONS = 16;
/** The rounds of each of the two passes. The disk makes one round up to half as quick as the next, so few decide nothing. */
const ROUNDS = 24;
/** Short, so that other work on the machine slows both versions down alike. */
const SECONDS = 1;
const WARM_UP_REPLIES = 3_000;
const MIN_RATIO = 0.95;

interface Version {
  readonly tested: TestedServer;
  readonly measurer: Measurer;
}

const stops: (() => Promise<void> | void)[] = [];

/** Each version has its own PostgreSQL, tables and rules. */
async function startVersion(project: string): Promise<Version> {
  const database = await Database.start(project);
  stops.push(() => database.stop());
  const dataFolder = path.join(database.folder, "maarga");
  const tested = await startMaarga(project, {
    ownerUrl: database.ownerUrl,
    dataFolder,
    settings: { RATE_LIMITS: "off", BOOKINGS_MAX_UPCOMING: "10000", BOOKINGS_MAX_DAYS_AHEAD: "1826" },
  });
  stops.push(() => tested.server.stop());
  await database.addStudents();
  const issuer = `http://127.0.0.1:${tested.server.port}/auth/v1`;
  const measurer = new Measurer(database, await signInStudents(await readSecrets(dataFolder), issuer));
  stops.push(() => measurer.stop());
  await measurer.requireSameRows(tested);
  for (const operation of OPERATIONS)
    await measurer.measure(tested, operation, CONNECTIONS, 0, WARM_UP_REPLIES);
  return { tested, measurer };
}

interface Pass {
  readonly ours: Record<Operation, Result[]>;
  readonly other: Record<Operation, Result[]>;
}

/** Measures both versions in turns. They start in the order of `names`. */
async function measurePass(names: readonly (keyof Pass)[]): Promise<Pass> {
  const pass: Pass = { ours: { read: [], book: [] }, other: { read: [], book: [] } };
  try {
    const started = new Map<keyof Pass, Version>();
    for (const name of names) started.set(name, await startVersion(PROJECTS[name]));
    for (const operation of OPERATIONS)
      for (let round = 0; round < ROUNDS; round++)
        for (const name of round % 2 === 0 ? names : names.toReversed()) {
          const { tested, measurer } = started.get(name) as Version;
          pass[name][operation].push(await measurer.measure(tested, operation, CONNECTIONS, SECONDS));
        }
    return pass;
  } finally {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
  }
}

function report(passes: readonly Pass[], operation: Operation): void {
  const ratioOf = ({ ours, other }: Pass) =>
    median(
      ours[operation].map((result, round) => speedOf(result) / speedOf(other[operation][round] as Result)),
    );
  const ratio = Math.sqrt(passes.map(ratioOf).reduce((product, factor) => product * factor, 1));
  const ours = passes.flatMap((pass) => pass.ours[operation]);
  const other = passes.flatMap((pass) => pass.other[operation]);
  console.log(
    `${operation}: ${Math.round(median(ours.map(speedOf)))}/s, other version ${Math.round(median(other.map(speedOf)))}/s, ` +
      `ratio ${ratio.toFixed(3)} (started first ${ratioOf(passes[0] as Pass).toFixed(3)}, second ${ratioOf(passes[1] as Pass).toFixed(3)}; ` +
      `at least ${MIN_RATIO}: ${ratio >= MIN_RATIO ? "reached" : "NOT REACHED"})`,
  );
  console.log(`  CPU time of a reply: ${describeCpu(ours)}; other version ${describeCpu(other)}`);
}

/** Other work on the machine changes the speed, but hardly the CPU time. */
function describeCpu(results: readonly Result[]): string {
  const server = cpuPerReply(results, ({ serverCpuSeconds }) => serverCpuSeconds);
  const database = cpuPerReply(results, ({ databaseCpuSeconds }) => databaseCpuSeconds);
  return `server ${milliseconds(server)} ms, database ${milliseconds(database)} ms`;
}

const otherProject = path.resolve(process.argv[3] ?? "");
if (!process.argv[3] || !existsSync(path.join(otherProject, "build", "server", "main.js"))) {
  console.error("Usage: npm run bench -- versions FOLDER, a checkout in which `npm run build` has run");
  process.exit(1);
}
const PROJECTS = { ours: path.resolve(import.meta.dirname, "..", ".."), other: otherProject };
// A version that starts second is some percent faster, even if both are the same, so each starts first once.
const passes = [await measurePass(["ours", "other"]), await measurePass(["other", "ours"])];
for (const operation of OPERATIONS) report(passes, operation);
