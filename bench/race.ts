import path from "node:path";
import { parseArgs } from "node:util";
import { Database } from "./database.ts";
import { lineUp } from "./line-up.ts";
import { Judge } from "./measure.ts";
import { report, type Series, speedOf } from "./report.ts";
import { CONNECTIONS } from "./targets.ts";

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const RACES = ["read", "book"] as const;

const { values: options } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: "boolean", default: false } },
});
const ROUNDS = options.quick ? 1 : 5;
const SECONDS = 2;
/** Node compiles what has run often. */
const WARM_UP_ANSWERS = 3_000;

/** Undone in the opposite order at the end, whatever happened. */
const stops: (() => Promise<void> | void)[] = [];

async function race(): Promise<void> {
  const database = await Database.start(PROJECT);
  stops.push(() => database.stop());
  const { contenders, students } = await lineUp(PROJECT, database, ({ server }) => {
    stops.push(() => server.stop());
  });
  const judge = new Judge(database, students);
  stops.push(() => judge.stop());

  for (const contender of contenders) {
    await judge.requireSameRows(contender);
    for (const race of RACES) await judge.measure(contender, race, 16, 0, WARM_UP_ANSWERS);
  }

  const all: Series[] = RACES.flatMap((race) =>
    CONNECTIONS.flatMap((connections) =>
      contenders.map((contender) => ({ race, connections, contender, results: [] })),
    ),
  );
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { race, connections, contender, results } of all) {
      const result = await judge.measure(contender, race, connections, SECONDS);
      results.push(result);
      console.log(
        `round ${round}: ${race} ${connections} ${contender.name} ${Math.round(speedOf(result))}/s`,
      );
    }
  }

  for (const contender of contenders) await judge.requireSameRows(contender);
  console.log(report(all));
}

async function end(): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop();
}

for (const [signal, exitCode] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => end().finally(() => process.exit(exitCode)));
}

try {
  await race();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await end();
}
