import { describe, expect, test } from "vitest";
import { findBookingRefusal } from "../../domain/booking.ts";
import type { OwnSlot } from "../../domain/slots.ts";
import { booking, dayFromToday } from "./calendar.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { other } = people;
const world = setUpWorld();

const THIRTY = "You have reached the maximum of 30 upcoming slots.";
const YEAR = "Please select a date within the next 365 days.";

interface Case {
  readonly upcoming: number;
  readonly past?: number;
  /** The days from today to the requested slot. */
  readonly days: number;
  readonly moves?: boolean;
  readonly limits?: { readonly maxUpcoming: number; readonly maxDaysAhead: number };
}

/** The database checks each request of a student, and the screen previews the result. */
const CASES: readonly (readonly [name: string, refusal: string | undefined, request: Case])[] = [
  ["the thirtieth upcoming slot", undefined, { upcoming: 29, days: 200 }],
  ["the thirty-first", THIRTY, { upcoming: 30, days: 200 }],
  ["another one of more than thirty", THIRTY, { upcoming: 31, days: 200 }],
  ["a move of one of thirty", undefined, { upcoming: 30, days: 200, moves: true }],
  ["a move of one of more than thirty", undefined, { upcoming: 31, days: 200, moves: true }],
  ["the thirtieth after many past ones", undefined, { upcoming: 29, past: 40, days: 200 }],
  ["the last day of the year ahead", undefined, { upcoming: 0, days: 365 }],
  ["the day after it", YEAR, { upcoming: 0, days: 366 }],
  ["a move to the last day", undefined, { upcoming: 1, days: 365, moves: true }],
  ["a move to the day after it", YEAR, { upcoming: 1, days: 366, moves: true }],
  ["both limits at once", THIRTY, { upcoming: 30, days: 366 }],
  [
    "the operator's limit of slots",
    "You have reached the maximum of 2 upcoming slots.",
    { upcoming: 2, days: 1, limits: { maxUpcoming: 2, maxDaysAhead: 7 } },
  ],
  [
    "the operator's limit of days",
    "Please select a date within the next 7 days.",
    { upcoming: 1, days: 8, limits: { maxUpcoming: 2, maxDaysAhead: 7 } },
  ],
];

describe.each(CASES)("%s: %s", (_name, refusal, { upcoming, past = 0, days, moves = false, limits }) => {
  test("the screen and the database agree", async () => {
    if (limits) await saveLimits(limits);
    // Its own plan outlasts every date of these cases.
    await world.withoutTriggers("update user_plans set expires_at = '2100-01-01'");
    await insertSlots([...range(upcoming).map((n) => n + 2), ...range(past).map((n) => -n - 1)]);
    const own = await ownSlots();
    const moving = moves ? own.at(-1) : undefined;
    const times = booking(dayFromToday(days), "20:30-20:45");
    const found = moving
      ? await world.refusal("other", MOVE, [moving.id, ...times])
      : await world.refusal("other", BOOK, [other.id, ...times]);
    expect(found?.message).toBe(refusal);

    const preview = findBookingRefusal({
      plan: "Basic",
      day: dayFromToday(days),
      time: "20:30",
      busy: own,
      own,
      now: new Date(),
      limits: limits ?? { maxUpcoming: 30, maxDaysAhead: 365 },
      moving,
    });
    expect(preview).toBe(refusal);
  });
});

test("a slot of the past that the secret key moves into the future counts as a new one", async () => {
  await insertSlots([...range(30).map((n) => n + 2), -1]);
  const id = (await ownSlots())[0]?.id;
  const found = await world.refusal("secretKey", MOVE, [id, ...booking(dayFromToday(99), "20:30-20:45")]);
  expect(found?.message).toBe(THIRTY);
});

test("several bookings in one request count together", async () => {
  await insertSlots(range(29).map((n) => n + 2));
  const [first, second] = [100, 101].map((days) => booking(dayFromToday(days), "20:30-20:45"));
  const found = await world.refusal(
    "other",
    "insert into slots (user_id, start_time, end_time) values ($1, $2, $3), ($1, $4, $5)",
    [other.id, ...(first ?? []), ...(second ?? [])],
  );
  expect(found?.message).toBe(THIRTY);
});

const BOOK = "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)";
const MOVE = "update slots set start_time = $2, end_time = $3 where id = $1";

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

async function saveLimits({ maxUpcoming, maxDaysAhead }: NonNullable<Case["limits"]>): Promise<void> {
  await world.asOwner(
    "update private.settings set bookings_max_upcoming = $1, bookings_max_days_ahead = $2",
    [maxUpcoming, maxDaysAhead],
  );
}

/** Inserts a slot on each day, the number of days from today. */
async function insertSlots(days: readonly number[]): Promise<void> {
  const times = days.map((day) => booking(dayFromToday(day), "10:30-10:45"));
  await world.withoutTriggers(
    "insert into slots (user_id, start_time, end_time) select $1, * from unnest($2::timestamptz[], $3::timestamptz[])",
    [other.id, times.map(([start]) => start), times.map(([, end]) => end)],
  );
}

/** Returns the student's slots, earliest first. */
async function ownSlots(): Promise<OwnSlot[]> {
  return world.asOwner<{ id: string; start: Date; end: Date }>(
    'select id, start_time as start, end_time as "end" from slots where user_id = $1 order by start_time',
    [other.id],
  );
}

test("a booking does not read the coming slots of other students, even after a time without any", async () => {
  const book = (days: number) =>
    `insert into slots (user_id, start_time, end_time)
     values ('${other.id}', '${booking(dayFromToday(days), "10:30-10:45").join("', '")}')`;
  // Other students have twelve past slots each, and had none to come when the statistics were taken.
  const add = (first: number, count: number) =>
    world.withoutTriggers(
      `insert into slots (user_id, start_time, end_time)
       select case days % 64 when 0 then $1 else lpad(abs(days % 64)::text, 32, '0')::uuid end, at, at + interval '15 minutes'
       from generate_series($2::integer, $3) as days, lateral (select now() + make_interval(days => days)) as slot (at)
       order by md5(days::text)`,
      [other.id, first, first + count],
    );
  await add(-64 * 12, 64 * 12 - 1);
  await world.asOwner("analyze slots");
  await saveLimits({ maxUpcoming: 10_000, maxDaysAhead: 365 });
  // The connection keeps the plan of its first booking.
  await world.as("other", book(2));
  await add(5, 3_000);
  const { rows } = await world.as<{ "QUERY PLAN": readonly [{ Plan: Record<string, number> }] }>(
    "other",
    `explain (analyze, buffers, format json) ${book(3)}`,
  );
  expect(rows[0]?.["QUERY PLAN"][0].Plan["Shared Hit Blocks"]).toBeLessThan(130);
});
