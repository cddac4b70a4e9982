import path from "node:path";
import { parseArgs } from "node:util";
import { Database } from "./database.ts";
import { Measurer } from "./measurer.ts";
import { report, type Series, speedOf } from "./report.ts";
import { startServers } from "./start-servers.ts";
import { CONNECTIONS } from "./targets.ts";

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const OPERATIONS = ["read", "book"] as const;

const { values: options } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});
const ROUNDS = options.quick ? 1 : 5;
const SECONDS = 2;
/** Warms up the JIT compiler. */
const WARM_UP_REPLIES = 3_000;

/** Run in reverse order at the end, even after an error. */
const stops: (() => Promise<void> | void)[] = [];

async function benchmark(): Promise<void> {
  const database = await Database.start(PROJECT);
  stops.push(() => database.stop());
  const { testedServers, students } = await startServers(PROJECT, database, ({ server }) => {
    stops.push(() => server.stop());
  });
  const measurer = new Measurer(database, students);
  stops.push(() => measurer.stop());

  for (const tested of testedServers) {
    await measurer.requireSameRows(tested);
    for (const operation of OPERATIONS) await measurer.measure(tested, operation, 16, 0, WARM_UP_REPLIES);
  }

  const all: Series[] = OPERATIONS.flatMap((operation) =>
    CONNECTIONS.flatMap((connections) =>
      testedServers.map((tested) => ({ operation, connections, tested, results: [] })),
    ),
  );
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { operation, connections, tested, results } of all) {
      const result = await measurer.measure(tested, operation, connections, SECONDS);
      results.push(result);
      console.log(
        `round ${round}: ${operation} ${connections} ${tested.name} ${Math.round(speedOf(result))}/s`,
      );
    }
  }

  for (const tested of testedServers) await measurer.requireSameRows(tested);
  console.log(report(all));
}

async function stopAll(): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}

for (const [signal, exitCode] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => stopAll().finally(() => process.exit(exitCode)));
}

try {
  await benchmark();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await stopAll();
}
