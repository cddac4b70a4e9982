import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { at, booking, dayFromToday } from "./calendar.ts";
import { type ConcurrentWorld, countOutcomes, openConcurrentWorld, type Student } from "./concurrency.ts";
import { people } from "./people.ts";

const day = dayFromToday(10);
const HOURS = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21];
const TAKEN = "This slot is already booked.";

let world: ConcurrentWorld;
beforeAll(async () => {
  world = await openConcurrentWorld();
});
beforeEach(async () => {
  await world.owner.query(
    `set session_replication_role = replica;
     delete from slots; delete from private.slot_offers; delete from private.waiting_students;
     set session_replication_role = origin`,
  );
});
afterAll(() => world.close());

/** Books all times of the day for one student, in the calendars of the mentors or in the only one. */
async function fillDay(mentors: readonly (string | null)[] = [null]): Promise<void> {
  const times = HOURS.map((hour) => booking(day, `${hour}:30-${hour + 1}:00`));
  await world.owner.query("set session_replication_role = replica");
  for (const mentor of mentors)
    await world.owner.query(
      `insert into slots (user_id, mentor_id, start_time, end_time)
       select $1, $2, * from unnest($3::timestamptz[], $4::timestamptz[])`,
      [people.expired.id, mentor, times.map(([start]) => start), times.map(([, end]) => end)],
    );
  await world.owner.query("set session_replication_role = origin");
}

const join = (who: Student) => ({ who, text: "select join_waiting_list($1)", values: [day] });
const book = (who: Student, time = "12:30") => ({
  who,
  text: "insert into slots (user_id, start_time, end_time) values ($1, $2, $2::timestamptz + interval '30 minutes')",
  values: [who.id, at(day, time)],
});
const cancel = (who: Student) => ({ who, text: "delete from slots where user_id = $1", values: [who.id] });
const decline = (who: Student) => ({
  who,
  text: "select decline_offer(offer) from own_waiting_days() where offer is not null",
  values: [],
});
const leave = (who: Student) => ({ who, text: "select leave_waiting_list($1)", values: [day] });

const free = (time = "12:30") =>
  world.owner.query("delete from slots where user_id = $1 and start_time = $2", [
    people.expired.id,
    at(day, time),
  ]);
/** Ends the running offer of a time in one of the three ways, so that each happens in every run of the races. */
async function endOffer(time: string, students: readonly Student[], way: string | undefined): Promise<void> {
  const { rows } = await world.owner.query(
    "select id, user_id from private.slot_offers where start_time = $1 and state = 'open' and expires_at > now() limit 1",
    [at(day, time)],
  );
  const holder = students.find(({ id }) => id === rows[0]?.user_id) as Student;
  if (way === "declined") expect(await world.runAtOnce([decline(holder)])).toEqual(["done"]);
  if (way === "accepted") expect(await world.runAtOnce([book(holder, time)])).toEqual(["done"]);
  if (way === "expired") {
    await world.owner.query("update private.slot_offers set expires_at = now() where id = $1", [rows[0].id]);
    await runJob();
  }
}
const runJob = () => world.owner.query("select private.offer_times_of($1)", [day]);

/** Bookings and running offers that meet in one mentor, or in the only calendar. */
const COLLISIONS = `
  with held as (
    select id, mentor_id, start_time, end_time from slots
    union all select id, mentor_id, start_time, end_time from private.slot_offers
      where state = 'open' and expires_at > clock_timestamp()
  )
  select count(*)::int as count from held as one join held as other
    on one.id < other.id and one.start_time < other.end_time and one.end_time > other.start_time
      and one.mentor_id is not distinct from other.mentor_id`;

/** Watches for collisions on a connection of its own while the work runs, and returns how many it has seen. */
async function watch(work: Promise<unknown>): Promise<{ seen: number; looks: number }> {
  let [running, seen, looks] = [true, 0, 0];
  const done = work.finally(() => {
    running = false;
  });
  while (running) {
    seen += (await world.owner.query(COLLISIONS)).rows[0].count;
    looks += 1;
  }
  await done;
  return { seen, looks };
}

test("of fifty students who want a time while it is freed, only the one with the offer gets it", async () => {
  await fillDay();
  const students = await world.createStudents(50, "Medium");
  const waiting = students.slice(0, 25);
  expect(countOutcomes(await world.runAtOnce(waiting.map(join)))).toEqual({ done: 25 });
  const [outcomes] = await Promise.all([world.runAtOnce(students.map((who) => book(who))), free()]);
  const { rows } = await world.owner.query("select user_id, state from private.slot_offers");
  expect(rows).toHaveLength(1);
  // The student with the offer may have asked before the time was freed.
  const taken = countOutcomes(outcomes)[TAKEN] ?? 0;
  expect(taken).toBeGreaterThanOrEqual(49);
  expect((await world.owner.query(COLLISIONS)).rows).toEqual([{ count: 0 }]);
  if (taken === 50) expect(rows[0].state).toBe("open");
  else {
    expect(rows[0].state).toBe("accepted");
    const booked = await world.owner.query("select user_id from slots where start_time = $1", [
      at(day, "12:30"),
    ]);
    expect(booked.rows).toEqual([{ user_id: rows[0].user_id }]);
  }
});

test.each([
  ["one calendar", 0],
  ["three mentors", 3],
])(
  "with %s, bookings, cancels, declines, departures and expiries at once leave one holder of a time",
  async (_title, count) => {
    const mentors = await world.createStudents(count, "Basic");
    for (const { id } of mentors) await world.owner.query("select private.grant_mentor($1, 'tests')", [id]);
    await world.owner.query(
      `insert into mentor_hours select id, weekday, '10:00', '22:00' from mentors, generate_series(1, 7) as weekday
     where revoked_at is null on conflict do nothing`,
    );
    await fillDay(count > 0 ? mentors.map(({ id }) => id) : [null]);
    const students = await world.createStudents(50, "Medium");
    await world.runAtOnce(students.map(join));
    const { owner } = world;
    const allowed = new Set([
      "done",
      TAKEN,
      "This day has free slots. Please book one of them.",
      "You have reached the maximum of 3 slots for this day.",
    ]);
    const outcomes: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      await free(`${12 + round}:30`);
      await endOffer(`${12 + round}:30`, students, ["declined", "expired", "accepted"][round]);
      const expiry = (async () => {
        for (let again = 0; again < 3; again += 1) {
          await owner.query(
            `update private.slot_offers set expires_at = clock_timestamp() where id in (
               select id from private.slot_offers
               where state = 'open' and expires_at > clock_timestamp() and random() < 0.5 for update skip locked)`,
          );
          await runJob();
        }
      })();
      const requests = students.flatMap((who, index) => [
        ...(index % 5 === round ? [decline(who)] : []),
        ...(index % 7 === round ? [leave(who), join(who)] : []),
        book(who, `${12 + (index % (round + 1))}:30`),
        ...(index % 3 === round % 3 ? [cancel(who)] : []),
      ]);
      const run = world.runAtOnce(requests).then((texts) => outcomes.push(...texts));
      const { seen, looks } = await watch(Promise.all([run, expiry]));
      expect(seen).toBe(0);
      expect(looks).toBeGreaterThan(1);
    }
    for (const outcome of outcomes) expect(allowed).toContain(outcome);
    expect(outcomes.filter((outcome) => outcome === "done").length).toBeGreaterThan(4);
    const { rows } = await owner.query("select state, count(*)::int from private.slot_offers group by state");
    const states = Object.fromEntries(rows.map(({ state, count: times }) => [state, times]));
    for (const state of ["accepted", "declined", "expired"]) expect(states[state]).toBeGreaterThan(0);
    await owner.query("update mentors set revoked_at = now()");
  },
);

test.each([
  ["the job", (_waiting: Student) => ({ operator: "select private.offer_times_of($1)", values: [day] })],
  ["a student who leaves the list", leave],
])("a mentor who gets a booking at this moment is not offered by %s", async (_title, offering) => {
  const [from, to] = (await world.createStudents(2, "Basic")) as [Student, Student];
  for (const { id } of [from, to]) await world.owner.query("select private.grant_mentor($1, 'tests')", [id]);
  await world.owner.query(
    `insert into mentor_hours select id, weekday, '10:00', '22:00' from mentors, generate_series(1, 7) as weekday
     where revoked_at is null on conflict do nothing`,
  );
  await fillDay([from.id, to.id]);
  const students = (await world.createStudents(2, "Medium")) as [Student, Student];
  for (const who of students) expect(await world.runAtOnce([join(who)])).toEqual(["done"]);
  // Nobody has been offered the time yet.
  await world.owner.query("set session_replication_role = replica");
  await world.owner.query("delete from slots where mentor_id = $1 and start_time = $2", [
    to.id,
    at(day, "12:30"),
  ]);
  await world.owner.query("set session_replication_role = origin");
  const [booked] = (
    await world.owner.query("select id from slots where mentor_id = $1 and start_time = $2", [
      from.id,
      at(day, "12:30"),
    ])
  ).rows;
  const move = { who: people.admin, text: "select move_booking($1, $2)", values: [booked.id, to.id] };
  expect(await world.runDuring([move], offering(students[0]))).toEqual({
    outcome: "done",
    waitedFor: "relation",
  });
  expect((await world.owner.query(COLLISIONS)).rows).toEqual([{ count: 0 }]);
  // The time of the other mentor is free now.
  expect((await world.owner.query("select mentor_id from private.slot_offers")).rows).toEqual([
    { mentor_id: from.id },
  ]);
  await world.owner.query("update mentors set revoked_at = now()");
});

test("a time that is cancelled while somebody else books is offered in the same transaction", async () => {
  await fillDay();
  const [first, second, third] = (await world.createStudents(3, "Medium")) as [Student, Student, Student];
  await free();
  expect(await world.runAtOnce([book(third)])).toEqual(["done"]);
  expect(await world.runAtOnce([join(first)])).toEqual(["done"]);
  expect(await world.runDuring([cancel(third)], book(second))).toEqual({
    outcome: TAKEN,
    waitedFor: "advisory",
  });
  expect(await world.runAtOnce([book(first)])).toEqual(["done"]);
});

test("a student who joins five lists twice at once is on five", async () => {
  const days = [10, 11, 12, 13, 14, 15, 16].map(dayFromToday);
  const [who] = (await world.createStudents(1, "Medium")) as [Student];
  const [busy] = (await world.createStudents(1, "Medium")) as [Student];
  await world.owner.query("set session_replication_role = replica");
  await world.owner.query(
    "insert into slots (user_id, start_time, end_time) select $1, day, day + interval '12 hours' from unnest($2::timestamptz[]) as day",
    [busy.id, days.map((each) => at(each, "10:00"))],
  );
  await world.owner.query("set session_replication_role = origin");
  const outcomes = await world.runAtOnce(
    [...days, ...days].map((each) => ({ who, text: "select join_waiting_list($1)", values: [each] })),
  );
  expect((await world.owner.query("select from private.waiting_students")).rowCount).toBe(5);
  expect(
    countOutcomes(outcomes)[
      "You can be on the waiting lists of 5 days at once. Please leave one of them first."
    ],
  ).toBe(4);
});
