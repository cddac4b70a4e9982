// `npm run bench -- versions FOLDER`: the speed of this version compared with the built version in another checkout.
import { existsSync } from "node:fs";
import path from "node:path";
import { Database } from "./database.ts";
import type { Operation } from "./generator.ts";
import { Measurer } from "./measurer.ts";
import { median, speedOf } from "./report.ts";
import { startMaarga, type TestedServer } from "./tested-servers.ts";
import { readSecrets, signInStudents } from "./tokens.ts";

const OPERATIONS: readonly Operation[] = ["read", "book"];
const CONNECTIONS = 16;
const ROUNDS = 15;
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

async function compare(ours: Version, other: Version, operation: Operation): Promise<void> {
  const speeds = { ours: [] as number[], other: [] as number[] };
  const measure = async (name: keyof typeof speeds, { tested, measurer }: Version) =>
    speeds[name].push(speedOf(await measurer.measure(tested, operation, CONNECTIONS, SECONDS)));
  for (let round = 0; round < ROUNDS; round++) {
    if (round % 2 === 0) await measure("ours", ours);
    await measure("other", other);
    if (round % 2 === 1) await measure("ours", ours);
  }
  const ratio = median(speeds.ours.map((speed, round) => speed / (speeds.other[round] as number)));
  const result = ratio >= MIN_RATIO ? "reached" : "NOT REACHED";
  console.log(
    `${operation}: ${Math.round(median(speeds.ours))}/s, other version ${Math.round(median(speeds.other))}/s, ` +
      `ratio ${ratio.toFixed(3)} (at least ${MIN_RATIO}: ${result})`,
  );
}

const otherProject = path.resolve(process.argv[3] ?? "");
if (!process.argv[3] || !existsSync(path.join(otherProject, "build", "server", "main.js"))) {
  console.error("Usage: npm run bench -- versions FOLDER, a checkout in which `npm run build` has run");
  process.exit(1);
}
try {
  const ours = await startVersion(path.resolve(import.meta.dirname, "..", ".."));
  const other = await startVersion(otherProject);
  for (const operation of OPERATIONS) await compare(ours, other, operation);
} finally {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}
