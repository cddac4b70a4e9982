import { beforeEach, describe, expect, test } from "vitest";
import { BREAK, HALF, HALF_HOURS, HOURS, QUARTER_HOURS } from "./booking-cases.ts";
import { at, type BookingTimes, booking, dayFromToday } from "./calendar.ts";
import { people, type Who } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const { other, planned } = people;

const world = setUpWorld();

const soon = dayFromToday(30);
const later = dayFromToday(31);

const NO_PLAN = refusedWith("Please purchase a plan to book slots.");
const INCOMPLETE = refusedWith("Please select date and time.");
const THREE = refusedWith("You have reached the maximum of 3 slots for this day.");
const PAST = refusedWith("Please select a future date and time.");
const FAR = refusedWith("Please select a date within the next 365 days.");
const TAKEN = refusedWith("This slot is already booked.");

const BOOK = "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)";
const MOVE = "update slots set start_time = $2, end_time = $3 where id = $1";

type Times = BookingTimes | [string | null, string | null];
const book = (who: Exclude<Who, "visitor" | "secretKey">, times: Times) =>
  world.refusal(who, BOOK, [people[who].id, ...times]);
const move = (who: Who, id: unknown, times: Times) => world.refusal(who, MOVE, [id, ...times]);
const slotOf = async (id: string) =>
  (await world.asOwner("select id from slots where user_id = $1 order by start_time", [id]))[0]?.id;

describe("under the booking rules", () => {
  test.each(["student", "expired", "admin"] as const)(
    "the role %s cannot book without an active plan",
    async (who) => {
      expect(await book(who, booking(soon, "10:30-10:45"))).toEqual(NO_PLAN);
    },
  );

  test("a plan allows bookings until the instant it ends", async () => {
    await world.withoutTriggers("update user_plans set expires_at = now() + interval '1 microsecond'");
    expect(await book("expired", booking(soon, "10:30-10:45"))).toBeUndefined();
    await world.withoutTriggers("update user_plans set expires_at = now()");
    expect(await book("expired", booking(soon, "11:30-11:45"))).toEqual(NO_PLAN);
  });

  test("a student whose plan was removed can cancel a coming slot but not move it", async () => {
    await book("planned", booking(soon, "10:30-11:00"));
    const id = await slotOf(planned.id);
    await world.as("admin", "select assign_plan($1, 'none', 'none', 'None')", [planned.id]);
    expect(await move("planned", id, booking(soon, "11:30-12:00"))).toEqual(NO_PLAN);
    expect((await world.as("planned", "delete from slots where id = $1", [id])).rowCount).toBe(1);
  });

  test("a refusal does not tell whether another student has a plan", async () => {
    for (const victim of [people.student.id, planned.id, people.newcomer.id])
      expect(await world.refusal("other", BOOK, [victim, ...booking(soon, "10:30-10:45")])).toEqual({
        code: "42501",
        message: 'new row violates row-level security policy for table "slots"',
      });
  });
});

describe.each(["UTC", "Asia/Kolkata", "America/Los_Angeles", "Pacific/Kiritimati"])(
  "with a session in %s",
  (zone) => {
    beforeEach(() => world.asOwner(`set local timezone = '${zone}'`));

    test.each(QUARTER_HOURS)("a Basic student books %s: %s", async (times, expected) => {
      expect((await book("other", booking(soon, times)))?.message).toBe(expected);
    });

    test.each(HALF_HOURS)("an Advanced student books %s: %s", async (times, expected) => {
      expect((await book("planned", booking(soon, times)))?.message).toBe(expected);
    });

    test("the three slots of a day are counted from midnight to midnight in Karnataka", async () => {
      for (const times of ["10:30-10:45", "15:30-15:45", "21:45-22:00"])
        expect(await book("other", booking(soon, times))).toBeUndefined();
      expect(await book("other", booking(soon, "16:30-16:45"))).toEqual(THREE);
      expect(await book("other", booking(later, "10:30-10:45"))).toBeUndefined();
      expect(await book("other", booking(dayFromToday(29), "21:45-22:00"))).toBeUndefined();
    });

    test("a slot cannot run into the next day", async () => {
      expect(await book("other", [at(soon, "21:45"), at(later, "10:45")])).toEqual(refusedWith(HOURS));
    });
  },
);

describe("the time of a slot", () => {
  test.each([
    [null, null],
    [at(soon, "10:30"), null],
    [null, at(soon, "10:45")],
    ["infinity", "infinity"],
    ["-infinity", at(soon, "10:45")],
    [at(soon, "10:30"), "infinity"],
  ])("must be complete and finite, not %j to %j", async (start, end) => {
    expect(await book("other", [start, end])).toEqual(INCOMPLETE);
  });

  test.each([
    [dayFromToday(-1), PAST],
    ["1999-12-31", PAST],
    [dayFromToday(365), undefined],
    [dayFromToday(366), FAR],
    ["20267-01-01", FAR],
  ])("must be in the future, within a year: %s", async (day, expected) => {
    await world.withoutTriggers("update user_plans set expires_at = '2100-01-01'");
    const [start, end] = booking(day, "10:30-10:45").map((time) => time.replace("T", " "));
    expect(await book("other", [start ?? null, end ?? null])).toEqual(expected);
  });

  test("begins after this instant", async () => {
    const startAt = (start: string) =>
      world.refusal(
        "other",
        `insert into slots (user_id, start_time, end_time) values ($1, ${start}, now() + interval '15 minutes')`,
        [other.id],
      );
    expect(await startAt("now()")).toEqual(PAST);
    expect(await startAt("now() + interval '1 microsecond'")).not.toEqual(PAST);
  });

  test("has the length that the student's plan requires", async () => {
    for (const [name, times, expected] of [
      ["Basic", "10:30-10:45", undefined],
      ["Medium", "11:30-11:45", refusedWith(HALF)],
      ["Medium", "11:30-12:00", undefined],
      ["Advanced", "12:30-13:00", undefined],
    ] as const) {
      await world.as("admin", "select assign_plan($1, 'ug', 'neet', $2)", [other.id, name]);
      expect(await book("other", booking(soon, times))).toEqual(expected);
    }
  });
});

describe("a time that is booked", () => {
  test.each([
    ["planned", "10:30-11:00", "other", "10:30-10:45", TAKEN],
    ["planned", "10:30-11:00", "other", "10:45-11:00", TAKEN],
    ["other", "10:45-11:00", "planned", "10:30-11:00", TAKEN],
    ["other", "10:30-10:45", "other", "10:30-10:45", TAKEN],
    ["other", "10:30-10:45", "other", "10:45-11:00", undefined],
    ["planned", "10:30-11:00", "other", "11:30-11:45", undefined],
  ] as const)("when %s has %s and %s books %s: %j", async (first, has, second, wants, expected) => {
    expect(await book(first, booking(soon, has))).toBeUndefined();
    expect(await book(second, booking(soon, wants))).toEqual(expected);
  });

  test("is free again after the slot is cancelled", async () => {
    await book("planned", booking(soon, "10:30-11:00"));
    await world.as("planned", "delete from slots");
    expect(await book("other", booking(soon, "10:30-10:45"))).toBeUndefined();
  });

  test("cannot be booked twice even where no trigger runs", async () => {
    await world.asOwner("set local session_replication_role = replica");
    const rows = `insert into slots (user_id, start_time, end_time) values
        ('${other.id}', '2020-01-01 05:00Z', '2020-01-01 05:15Z'), ('${planned.id}', '2020-01-01 05:14Z', '2020-01-01 05:44Z')`;
    await expect(world.asOwner(rows)).rejects.toThrow("slots_do_not_overlap");
  });

  test("cannot end before it starts, even where no trigger runs", async () => {
    await world.asOwner("set local session_replication_role = replica");
    await expect(
      world.asOwner(`insert into slots (user_id, start_time, end_time) values ('${other.id}', now(), now())`),
    ).rejects.toThrow("slots_end_after_they_start");
  });

  test("shows in the busy times without its student", async () => {
    await book("planned", booking(soon, "10:30-11:00"));
    const [start, end] = booking(soon, "10:30-11:00");
    const { rows } = await world.as("student", "select * from busy_slots");
    expect(rows).toEqual([{ start_time: new Date(start), end_time: new Date(end) }]);
  });
});

test("a booking that breaks several rules is refused with the reason that the screen shows first", async () => {
  // Each request breaks all rules that come after the one in its refusal.
  expect(await book("student", [null, null])).toEqual(NO_PLAN);
  const yesterday = dayFromToday(-1);
  for (const times of ["10:30-11:00", "12:30-13:00", "14:30-15:00"])
    await world.withoutTriggers(BOOK, [planned.id, ...booking(yesterday, times)]);
  expect(await book("planned", booking(yesterday, "09:50-10:40"))).toEqual(THREE);
  await world.withoutTriggers("delete from slots where user_id = $1", [planned.id]);
  await world.withoutTriggers(BOOK, [other.id, ...booking(soon, "09:00-10:45")]);
  expect(await book("planned", booking(yesterday, "09:50-10:40"))).toEqual(PAST);
  expect(await book("planned", booking(soon, "09:50-10:40"))).toEqual(refusedWith(HOURS));
  expect(await book("planned", booking(soon, "10:20-10:40"))).toEqual(refusedWith(BREAK));
  expect(await book("planned", booking(soon, "10:30-10:45"))).toEqual(refusedWith(HALF));
  expect(await book("planned", booking(soon, "10:30-11:00"))).toEqual(TAKEN);
});
