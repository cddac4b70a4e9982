import path from "node:path";
import pg from "pg";
import { averageOf, type Measures, measure } from "./allotment/measure.ts";
import { replay } from "./allotment/replay.ts";
import { PRODUCT_RULE, RULES } from "./allotment/rules.ts";
import { type Lane, simulate } from "./allotment/simulate.ts";
import { allotmentWeek, type WeekSize } from "./allotment/week.ts";
import { Database } from "./database.ts";

/**
 * `npm run bench -- allotment-week [WEEKS]`: which rule for assigning mentors serves students best in the busiest week, and
 * in a quiet one. Then the database repeats a week, and must choose the same mentors as the simulation of its rule.
 */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const SIZE = { students: 5_000, mentors: 12 };
const LANES: readonly Lane[] = ["none", "waiting list", "waiting list and kept times"];

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const hours = (value: number) => `${value.toFixed(1)} h`;
const COLUMNS: readonly [title: string, name: keyof Measures, format: (value: number) => string][] = [
  ["urgent in time", "urgentInTime", percent],
  ["others in time", "othersInTime", percent],
  ["longest wait", "longestWait", hours],
  ["median wait, urgent", "medianWaitOfUrgent", hours],
  ["short calls in time", "shortInTime", percent],
  ["long calls in time", "longInTime", percent],
  ["same mentor", "sameMentor", percent],
  ["fit", "fit", percent],
  ["mentors apart", "hoursApart", hours],
];

function compareRules(size: WeekSize, lanes: readonly Lane[]): void {
  const weeks = Array.from({ length: Number(process.argv[3] ?? 20) }, (_, seed) =>
    allotmentWeek(seed + 1, size),
  );
  const requests = weeks.flatMap((week) => week.requests);
  const each = (count: number) => Math.round(count / weeks.length);
  console.log(
    `\n${weeks.length} weeks of ${size.students} students and ${size.mentors} mentors: ${each(requests.length)} ask for a call, ` +
      `${each(requests.filter(({ isUrgent }) => isUrgent).length)} of them urgently\n`,
  );
  console.log(`| rule | lane | ${COLUMNS.map(([title]) => title).join(" | ")} |`);
  console.log(`| --- | --- | ${COLUMNS.map(() => "--:").join(" | ")} |`);
  for (const rule of RULES)
    for (const lane of lanes) {
      const average = averageOf(weeks.map((week) => measure(week, simulate(week, { rule, lane }))));
      const cells = COLUMNS.map(([, name, format]) => format(average[name]));
      console.log(`| ${rule.name} | ${lane} | ${cells.join(" | ")} |`);
    }
}

type Prepare = (ownerUrl: string) => Promise<unknown>;

async function compareWithDatabase(): Promise<void> {
  const database = await Database.start(PROJECT);
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  try {
    const module = path.join(PROJECT, "build", "server", "prepare-database.js");
    const { prepareDatabase } = (await import(module)) as { prepareDatabase: Prepare };
    await prepareDatabase(database.ownerUrl);
    await owner.connect();
    const week = allotmentWeek(1, { ...SIZE, share: 0.35 });
    const { steps } = simulate(week, { rule: PRODUCT_RULE, lane: "waiting list" });
    const { bookings, differences } = await replay(owner, week, steps);
    console.log(
      `\nThe database chose the same mentor in ${bookings - differences.length} of ${bookings} bookings.`,
    );
    for (const difference of differences.slice(0, 5)) console.log(difference);
    if (differences.length > 0) process.exitCode = 1;
  } finally {
    await owner.end();
    await database.stop();
  }
}

compareRules({ ...SIZE, share: 0.35 }, LANES);
compareRules({ ...SIZE, share: 0.1 }, ["waiting list"]);
await compareWithDatabase();
