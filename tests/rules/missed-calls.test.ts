import { describe, expect, test } from "vitest";
import { findBookingRefusal, lastBookableDay, limitsAfterMissed } from "../../domain/booking.ts";
import { describeMissedCalls, type MissedCalls } from "../../domain/missed-calls.ts";
import type { OwnSlot } from "../../domain/slots.ts";
import { booking, dayFromToday } from "./calendar.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { other } = people;
const world = setUpWorld();

const LIMITS = { maxUpcoming: 30, maxDaysAhead: 365 };
const REFUSAL =
  "You did not come to two calls within 30 days. Until you come to one, please book for today or tomorrow.";
const BOOK = "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)";
const MOVE = "update slots set start_time = $2, end_time = $3 where id = $1";

type Call = readonly [daysAgo: number, outcome: string, time?: string];

/** Inserts calls of the past with their marks. */
async function insertCalls(calls: readonly Call[]): Promise<void> {
  for (const [daysAgo, outcome, time = "10:30"] of calls) {
    const start = new Date(`${dayFromToday(-daysAgo)}T${time}+05:30`);
    await world.withoutTriggers(
      "insert into slots (user_id, start_time, end_time) values ($1, $2, $2::timestamptz + interval '1 minute')",
      [other.id, start],
    );
    await world.asOwner(
      "insert into call_outcomes (slot_id, outcome) select id, $2 from slots where start_time = $1",
      [start, outcome],
    );
  }
}

const MISSED = "missed_calls, last_missed::text, is_limited, limited_until::text, days_ahead";
async function readMissedCalls(): Promise<MissedCalls> {
  const { rows } = await world.as("other", `select ${MISSED} from booking_terms()`);
  return {
    count: Number(rows[0]?.missed_calls),
    lastDay: (rows[0]?.last_missed as string | null) ?? undefined,
    isLimited: rows[0]?.is_limited === true,
    limitedUntil: (rows[0]?.limited_until as string | null) ?? undefined,
    daysAhead: Number(rows[0]?.days_ahead),
  };
}

const ownSlots = () =>
  world.asOwner<{ id: string; start: Date; end: Date }>(
    'select id, start_time as start, end_time as "end" from slots where user_id = $1 order by start_time',
    [other.id],
  );

/** Returns the refusal of the database, which the screen must predict. */
async function refusalOf(days: number, time = "10:30-10:45", moving?: OwnSlot): Promise<string | undefined> {
  const times = booking(dayFromToday(days), time);
  const found = moving
    ? await world.refusal("other", MOVE, [moving.id, ...times])
    : await world.refusal("other", BOOK, [other.id, ...times]);
  const preview = findBookingRefusal({
    plan: "Basic",
    day: dayFromToday(days),
    time: time.slice(0, 5),
    busy: [],
    own: [],
    now: new Date(),
    limits: limitsAfterMissed(LIMITS, await readMissedCalls()),
    moving,
  });
  expect(preview).toBe(found?.message);
  return found?.message;
}

const CASES: readonly (readonly [name: string, isLimited: boolean, calls: readonly Call[]])[] = [
  ["no call", false, []],
  ["one missed call", false, [[1, "missed"]]],
  [
    "two missed calls",
    true,
    [
      [1, "missed"],
      [2, "missed"],
    ],
  ],
  [
    "two on one day",
    true,
    [
      [1, "missed"],
      [1, "missed", "11:30"],
    ],
  ],
  [
    "two, thirty days apart",
    true,
    [
      [0, "missed", "00:00"],
      [30, "missed"],
    ],
  ],
  [
    "two, of which one was at the first minute of the thirtieth day",
    true,
    [
      [1, "missed"],
      [30, "missed", "00:00"],
    ],
  ],
  [
    "two, of which one was in the last minute of the day before",
    false,
    [
      [1, "missed"],
      [31, "missed", "23:59"],
    ],
  ],
  [
    "a missed call and one to which the mentor did not come",
    false,
    [
      [1, "missed"],
      [2, "mentor missed"],
    ],
  ],
  [
    "two calls to which the mentor did not come",
    false,
    [
      [1, "mentor missed"],
      [2, "mentor missed"],
    ],
  ],
  [
    "a missed call and a late one",
    false,
    [
      [1, "missed"],
      [2, "late"],
    ],
  ],
  [
    "two missed calls and one between them",
    true,
    [
      [1, "missed"],
      [2, "held"],
      [3, "missed"],
    ],
  ],
  [
    "two missed calls and one to which the mentor did not come since",
    true,
    [
      [1, "mentor missed"],
      [2, "missed"],
      [3, "missed"],
    ],
  ],
  [
    "two missed calls and one that was held since",
    false,
    [
      [1, "held"],
      [2, "missed"],
      [3, "missed"],
    ],
  ],
  [
    "two missed calls and a late one since",
    false,
    [
      [1, "late"],
      [2, "missed"],
      [3, "missed"],
    ],
  ],
  [
    "two missed calls, one that was held, and another missed call",
    true,
    [
      [1, "missed"],
      [2, "held"],
      [3, "missed"],
      [4, "missed"],
    ],
  ],
];

describe.each(["Pacific/Kiritimati", "America/Los_Angeles"])("in a session in %s, a student with", (zone) => {
  test.each(CASES)("%s: limited %s", async (_name, isLimited, calls) => {
    // Some calls are at midnight, so their day has begun in no other time zone.
    await world.asOwner(`set local time zone '${zone}'`);
    await insertCalls(calls);
    expect((await readMissedCalls()).isLimited).toBe(isLimited);
    expect(await refusalOf(2)).toBe(isLimited ? REFUSAL : undefined);
    expect(await refusalOf(1, "21:45-22:00")).toBeUndefined();
  });
});

describe("two missed calls", () => {
  const TWO: readonly Call[] = [
    [3, "missed"],
    [9, "missed"],
  ];

  test("do not touch a slot that was booked before, which moves no further ahead", async () => {
    expect(await refusalOf(10)).toBeUndefined();
    await insertCalls(TWO);
    const slot = (await ownSlots()).at(-1) as OwnSlot;
    expect(await refusalOf(11, "10:30-10:45", slot)).toBe(REFUSAL);
    expect(await refusalOf(10, "12:30-12:45", slot)).toBeUndefined();
    expect(await refusalOf(5, "12:30-12:45", slot)).toBeUndefined();
    const moved = (await ownSlots()).at(-1) as OwnSlot;
    const limits = limitsAfterMissed(LIMITS, await readMissedCalls());
    expect(lastBookableDay(new Date(), limits, moved)).toBe(dayFromToday(5));
    expect(await refusalOf(6, "12:30-12:45", moved)).toBe(REFUSAL);
  });

  test("count until an admin takes a mark away", async () => {
    await insertCalls(TWO);
    expect(await refusalOf(2)).toBe(REFUSAL);
    const [call] = await ownSlots();
    await world.as("admin", "select mark_call($1, null)", [call?.id]);
    expect(await refusalOf(2)).toBeUndefined();
  });

  test("leave no offer of a time that the student could not book", async () => {
    const canBook = async (days: number) => {
      const values = [other.id, ...booking(dayFromToday(days), "10:30-10:45")];
      return (await world.asOwner("select private.can_book($1, $2, $3)", values))[0]?.can_book;
    };
    expect(await canBook(2)).toBe(true);
    await insertCalls(TWO);
    expect([await canBook(1), await canBook(2)]).toEqual([true, false]);
  });

  test("of another student change nothing", async () => {
    await insertCalls(TWO);
    await world.withoutTriggers("update slots set user_id = $1", [people.planned.id]);
    expect(await refusalOf(2)).toBeUndefined();
  });

  test("do not stop the operator, who books with the secret key", async () => {
    await insertCalls(TWO);
    const times = booking(dayFromToday(20), "10:30-10:45");
    expect(await world.refusal("secretKey", BOOK, [other.id, ...times])).toBeUndefined();
  });

  test("leave as many days as the operator sets", async () => {
    await insertCalls(TWO);
    await world.asOwner("update private.settings set bookings_days_ahead_after_missed = 3");
    expect(await refusalOf(3)).toBeUndefined();
    expect(await refusalOf(4)).toBe(REFUSAL.replace("today or tomorrow", "one of the next 3 days"));
    await world.asOwner("update private.settings set bookings_max_days_ahead = 2");
    expect((await readMissedCalls()).daysAhead).toBe(2);
  });
});

test("the student is told before the second missed call what it would mean, and then until when it counts", async () => {
  const described = async () => describeMissedCalls(await readMissedCalls());
  const named = (days: number) => {
    const day = new Date(`${dayFromToday(days)}T12:00+05:30`);
    const part = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat("en-GB", { timeZone: "Asia/Kolkata", ...options }).format(day);
    return `${part({ weekday: "short" })} ${part({ day: "numeric" })} ${part({ month: "long" }).slice(0, 3)}`;
  };
  expect(await described()).toBeUndefined();
  await insertCalls([[9, "missed"]]);
  expect(await described()).toEqual({
    title: `You did not come to your call on ${named(-9)}.`,
    text: `If you miss another one by ${named(21)}, you can book for today and tomorrow only, until you come to a call. If you cannot come, please delete the slot before it starts.`,
  });
  await insertCalls([[3, "missed"]]);
  expect(await described()).toEqual({
    title: "You can book for today and tomorrow only.",
    text: `You did not come to two calls within 30 days. This ends when you come to a call, or after ${named(21)}.`,
  });
});

test("only signed-in people read these, and each their own", async () => {
  await insertCalls([
    [1, "missed"],
    [2, "mentor missed"],
    [3, "held"],
  ]);
  const read = "select outcome from own_missed_calls()";
  expect((await world.as("other", read)).rows).toEqual([{ outcome: "missed" }, { outcome: "mentor missed" }]);
  for (const who of ["planned", "admin", "newcomer"] as const) {
    expect((await world.as(who, read)).rows, who).toEqual([]);
    expect((await world.as(who, "select missed_calls from booking_terms()")).rows).toEqual([
      { missed_calls: 0 },
    ]);
  }
  for (const call of ["own_missed_calls", "booking_terms"])
    expect(await world.refusal("visitor", `select * from ${call}()`)).toEqual({
      code: "42501",
      message: `permission denied for function ${call}`,
    });
});
