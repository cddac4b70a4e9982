import { beforeEach, describe, expect, test } from "vitest";
import { everyone } from "./access.ts";
import { booking, dayFromToday } from "./calendar.ts";
import { makeMentor, setHours } from "./mentor-world.ts";
import { idOf, people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();
const { student, planned, other } = people;

/** The Monday of the week that is this number of weeks from now. */
function monday(weeks: number): string {
  const today = dayFromToday(0);
  const weekday = (new Date(`${today}T12:00:00Z`).getUTCDay() + 6) % 7;
  return dayFromToday(7 * weeks - weekday);
}
const inWeek = (weeks: number, day: number) =>
  new Date(Date.parse(`${monday(weeks)}T12:00:00Z`) + day * 86_400_000).toISOString().slice(0, 10);

type Week = Readonly<Record<string, number>>;
type Calendar = { mentor_id: string | null; mentor_name: string | null; is_former: boolean; weeks: Week[] };

async function report(firstDay: string, weeks: number): Promise<Calendar[]> {
  const { rows } = await world.as<Calendar>("admin", "select * from season_report($1, $2)", [
    firstDay,
    weeks,
  ]);
  return rows;
}

/** Inserts a call, which students can only book in the future, and marks it. */
async function addCall(mentor: string | null, user: string, day: string, times: string, outcome?: string) {
  const [slot] = await world.asOwner<{ id: string }>("select gen_random_uuid() as id");
  await world.withoutTriggers(
    "insert into slots (id, user_id, mentor_id, start_time, end_time) values ($1, $2, $3, $4, $5)",
    [slot?.id, user, mentor, ...booking(day, times)],
  );
  if (outcome)
    await world.asOwner("insert into call_outcomes (slot_id, outcome) values ($1, $2)", [slot?.id, outcome]);
}

const CALLS: readonly [name: string, sql: string][] = [
  ["season_report", "select * from season_report(current_date)"],
  ["list_students_without_slots", "select * from list_students_without_slots()"],
];

test.each(CALLS)("only admins and the secret key may call %s", async (name, sql) => {
  await makeMentor(world, "other");
  for (const who of everyone) {
    const refused = await world.refusal(who, sql);
    if (who === "admin" || who === "secretKey") expect(refused).toBeUndefined();
    else
      expect(refused?.message).toBe(
        idOf(who) === null
          ? `permission denied for function ${name}`
          : "You are not authorized to access this page",
      );
  }
});

test("each week has the calls that were held, missed, not marked and to come, and the minutes that were free", async () => {
  const mentor = await makeMentor(world, "other");
  // Bookable: 10:30 to 11:00, 11:30 to 12:00 and 12:30 to 12:45, on seven days.
  await setHours(world, "other", "10:00-12:45");
  await world.asOwner("update mentor_hours set since = now() - interval '90 days'");
  const [before, last] = [-2, -1];
  await addCall(mentor, planned.id, inWeek(before, 0), "10:30-11:00", "held");
  await addCall(mentor, planned.id, inWeek(before, 6), "11:30-12:00", "late");
  await addCall(mentor, student.id, inWeek(before, 6), "12:30-12:45", "missed");
  // Outside of the hours of today.
  await addCall(mentor, planned.id, inWeek(last, 0), "20:30-21:00");
  await addCall(mentor, planned.id, inWeek(last, 1), "20:30-21:00", "mentor missed");
  await addCall(mentor, planned.id, inWeek(1, 3), "10:30-11:00");
  // Half of the first bookable time, and the whole of the second, of one day.
  await world.asOwner("insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3)", [
    mentor,
    ...booking(inWeek(last, 2), "10:45-12:00"),
  ]);
  const none = {
    held: 0,
    missed: 0,
    coming: 0,
    unmarked: 0,
    heldMinutes: 0,
    missedMinutes: 0,
    openMinutes: 0,
    freeMinutes: 7 * 75,
  };
  const [calendar, ...others] = await report(inWeek(before, 3), 4);
  expect(others).toEqual([]);
  expect(calendar).toMatchObject({ mentor_id: mentor, mentor_name: "Other Gowda", is_former: false });
  expect(calendar?.weeks).toEqual([
    { ...none, held: 2, heldMinutes: 60, missed: 1, missedMinutes: 15, freeMinutes: 7 * 75 - 75 },
    { ...none, missed: 1, missedMinutes: 30, unmarked: 1, openMinutes: 30, freeMinutes: 7 * 75 - 45 },
    none,
    { ...none, coming: 1, openMinutes: 30, freeMinutes: 7 * 75 - 30 },
  ]);
});

test("a mentor has no free time before the rights, after them, or while they take no bookings", async () => {
  const mentor = await makeMentor(world, "other");
  const free = async (calendar: string | null = mentor) =>
    (await report(monday(-2), 4))
      .find(({ mentor_id }) => mentor_id === calendar)
      ?.weeks.map(({ freeMinutes }) => freeMinutes);
  const whole = 7 * 12 * 30;
  await world.asOwner("update mentor_hours set since = $1", [`${inWeek(-2, 6)}T12:00+05:30`]);
  expect(await free()).toEqual([10 * 30, whole, whole, whole]);
  await world.as("other", "select set_mentor_active($1, false)", [mentor]);
  const [first, last, now = 0, next] = (await free()) as number[];
  expect([first, last, now <= whole, next]).toEqual([10 * 30, whole, true, 0]);
  // As if it had been last week.
  const [tuesday] = [`${inWeek(-1, 1)}T00:00+05:30`];
  await world.asOwner("update private.former_hours set until = $1", [tuesday]);
  await world.asOwner("update mentors set revoked_at = $1", [tuesday]);
  expect(await free()).toEqual([10 * 30, 12 * 30, 0, 0]);
  // The calendar of everyone begins again when the last mentor is gone.
  expect(await free(null)).toEqual([0, whole - 12 * 30, whole, whole]);
  expect(await report(monday(-2), 1)).toMatchObject([
    { mentor_id: null },
    { mentor_id: mentor, is_former: true },
  ]);
});

describe("past weeks keep their hours", () => {
  const free = async () =>
    (await report(monday(-1), 3))[0]?.weeks.map(({ freeMinutes }) => freeMinutes) as [number, number, number];
  const [short, whole] = [7 * 75, 7 * 12 * 30];
  let mentor: string;
  beforeEach(async () => {
    mentor = await makeMentor(world, "other");
    await setHours(world, "other", "10:00-12:45");
    await world.asOwner("update mentor_hours set since = now() - interval '90 days'");
    expect(await free()).toEqual([short, short, short]);
  });
  const former = async () =>
    (await world.asOwner("select count(*)::int as rows from private.former_hours"))[0]?.rows;

  test("when a mentor sets others", async () => {
    await setHours(world, "other", "10:00-22:00");
    const [past, present, coming] = await free();
    expect([past, coming]).toEqual([short, whole]);
    expect(present).toBeGreaterThanOrEqual(short);
    expect(present).toBeLessThanOrEqual(whole);
    await setHours(world, "other", "10:00-22:00");
    // Hours that were set and changed at once were never in force.
    await setHours(world, "other");
    expect(await former()).toBe(7);
    expect((await free())[2]).toBe(0);
  });

  test("when only one weekday changes, and when the same hours are saved again", async () => {
    await setHours(world, "other", "10:00-12:45");
    expect(await former()).toBe(0);
    await world.asOwner("delete from mentor_hours where weekday = 1");
    expect(await former()).toBe(1);
    expect(await free()).toEqual([short, expect.any(Number), short - 75]);
  });

  test("when a mentor's rights end and begin again", async () => {
    await world.as("admin", "select revoke_mentor($1)", [mentor]);
    const calendars = await report(monday(-1), 3);
    const old = calendars.find(({ mentor_id }) => mentor_id === mentor);
    expect(old?.weeks[0]).toMatchObject({ freeMinutes: short });
    expect(old?.weeks[2]).toMatchObject({ freeMinutes: 0 });
    await world.as("admin", "select grant_mentor('other@example.org')");
    expect(await free()).toEqual([short, short, short]);
  });
});

test("without mentors there is one calendar with all working hours", async () => {
  await addCall(null, planned.id, inWeek(1, 0), "10:30-11:00");
  expect(await report(monday(1), 1)).toMatchObject([
    {
      mentor_id: null,
      mentor_name: null,
      weeks: [{ coming: 1, openMinutes: 30, freeMinutes: 7 * 12 * 30 - 30 }],
    },
  ]);
});

test.each([
  ["2026-11-23", 0],
  ["2026-11-23", 54],
  ["2026-11-23", null],
  [null, 12],
  ["infinity", 12],
  ["1999-01-01", 12],
  ["2101-01-01", 12],
])("a report from %s over %s weeks is refused", async (day, weeks) => {
  expect(await world.refusal("admin", "select * from season_report($1, $2)", [day, weeks])).toEqual({
    code: "P0001",
    message: "Please choose at most 53 weeks.",
  });
});

describe("students without slots", () => {
  const list = async (page = 1, size = 10) =>
    (await world.as("admin", "select * from list_students_without_slots($1, $2)", [page, size])).rows;

  test("the list has the students with an active plan who have no slot, past or to come", async () => {
    expect(await list()).toMatchObject([
      { student_name: "Planned Gowda", phone: "90000 00003", plan_name: "Advanced", total: "2" },
      { student_name: "Other Gowda", plan_name: "Basic", total: "2" },
    ]);
    await addCall(null, planned.id, inWeek(-20, 0), "10:30-11:00");
    expect(await list()).toMatchObject([{ id: other.id, total: "1" }]);
    await world.asOwner("delete from slots");
    expect(await list()).toHaveLength(2);
  });

  test("the plan that ends first is first, and pages are at most 100 rows long", async () => {
    await world.withoutTriggers(
      "update user_plans set expires_at = now() + interval '1 day' where user_id = $1",
      [other.id],
    );
    expect(await list(1, 1)).toMatchObject([{ id: other.id, total: "2" }]);
    expect(await list(2, 1)).toMatchObject([{ id: planned.id }]);
    expect(await list(2_147_483_647, 2_147_483_647)).toEqual([]);
    expect(await list(-1, -1)).toHaveLength(1);
  });
});

describe("with many students and old slots", () => {
  const COUNT = 3_000;
  /** The rows of the tables that were read in this transaction, by scans of them and of their indexes. */
  async function rowsRead(): Promise<number> {
    const [read] = await world.asOwner<{ rows: number }>(
      `select sum(pg_stat_get_xact_tuples_returned(oid))::int as rows from pg_class
       where oid in ('slots'::regclass, 'user_plans'::regclass)
         or oid in (select indexrelid from pg_index where indrelid in ('slots'::regclass, 'user_plans'::regclass))`,
    );
    return read?.rows ?? Number.NaN;
  }
  async function readBy(sql: string): Promise<number> {
    const before = await rowsRead();
    await world.as("admin", sql);
    return (await rowsRead()) - before;
  }
  async function addMany() {
    const mentor = await makeMentor(world, "other");
    await world.withoutTriggers(
      `with account as (
         insert into auth.users (email, email_confirmed_at) select n || '@example.com', now() from generate_series(1, $1::int) as n returning id, email
       ), profile as (
         insert into profiles (id, email, first_name, last_name, phone) select id, email, 'A', 'B', '1' from account returning id
       ), plan as (
         insert into user_plans (user_id, plan_level, plan_exam, plan_name, assigned_at, expires_at)
         select id, 'ug', 'cet', 'Basic', now(), now() + interval '1 year' from profile
       )
       insert into slots (user_id, mentor_id, start_time, end_time)
       select id, $2, now() - interval '300 days' - n * interval '30 minutes', now() - interval '300 days' - n * interval '30 minutes' + interval '15 minutes'
       from (select id, row_number() over () as n from profile) as numbered where n <= $1::int / 2`,
      [COUNT, mentor],
    );
    await world.asOwner("analyze slots; analyze user_plans; analyze mentor_hours");
  }

  test("the report reads the slots of its weeks only", async () => {
    await addMany();
    expect(await readBy("select * from season_report(current_date, 12)")).toBeLessThan(100);
  });

  test("the list of students without slots reads each plan and slot a few times at most", async () => {
    await addMany();
    const read = await readBy("select * from list_students_without_slots(50, 10)");
    expect(read).toBeGreaterThan(COUNT);
    expect(read).toBeLessThan(4 * COUNT);
    const { rows } = await world.as("admin", "select * from list_students_without_slots(1, 1000)");
    expect(rows).toHaveLength(100);
  });
});
