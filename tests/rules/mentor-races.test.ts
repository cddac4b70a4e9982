import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { at, booking, dayFromToday } from "./calendar.ts";
import { type ConcurrentWorld, countOutcomes, openConcurrentWorld, type Student } from "./concurrency.ts";
import { people } from "./people.ts";

const day = dayFromToday(10);
const TAKEN = "This slot is already booked.";

let world: ConcurrentWorld;
let mentors: Student[];
beforeAll(async () => {
  world = await openConcurrentWorld();
  mentors = await world.createStudents(5, "Basic");
  for (const { id } of mentors) await world.owner.query("select private.grant_mentor($1, 'tests')", [id]);
  await world.owner.query(
    `insert into mentor_hours select id, weekday, '10:00', '22:00' from mentors, generate_series(1, 7) as weekday
     on conflict do nothing`,
  );
});
beforeEach(() => world.owner.query("delete from slots; delete from mentor_absences"));
afterAll(() => world.close());

const book = (who: Student, start: string) => ({
  who,
  text: "insert into slots (user_id, start_time, end_time) values ($1, $2, $2::timestamptz + interval '30 minutes')",
  values: [who.id, start],
});

/** The number of pairs of bookings that meet in one mentor or one student. */
async function countCollisions(): Promise<number> {
  const { rows } = await world.owner.query(
    `select count(*)::int as count from slots one join slots other
       on one.id < other.id and one.start_time < other.end_time and one.end_time > other.start_time
       and (coalesce(one.mentor_id = other.mentor_id, true) or one.user_id = other.user_id)`,
  );
  return rows[0].count;
}

test("of 200 students who want ten times of five mentors, fifty get one: all capacity is used, and nobody is booked twice", async () => {
  const students = await world.createStudents(200, "Medium");
  const outcomes = await world.runAtOnce(
    students.map((who, index) => book(who, at(day, `${10 + (index % 10)}:30`))),
  );
  expect(countOutcomes(outcomes)).toEqual({ done: 50, [TAKEN]: 150 });
  expect(await countCollisions()).toBe(0);
  const { rows } = await world.owner.query(
    "select count(*)::int as calls, count(distinct start_time)::int as times from slots group by mentor_id",
  );
  expect(rows).toEqual(mentors.map(() => ({ calls: 10, times: 10 })));
});

test("bookings, moves, hand-overs, blocked times and revoked rights at once lose no booking and never deadlock", async () => {
  const students = await world.createStudents(60, "Medium");
  await world.runAtOnce(
    students.slice(0, 30).map((who, index) => book(who, at(day, `${10 + (index % 6)}:30`))),
  );
  const before = await world.owner.query("select id, user_id from slots");
  expect(before.rowCount).toBe(30);
  const [leaving, blocking] = mentors as [Student, Student];
  const outcomes = await world.runAtOnce([
    ...students.slice(30).map((who, index) => book(who, at(day, `${10 + (index % 12)}:30`))),
    ...students.slice(0, 30).map((who, index) => ({
      who,
      text: "update slots set start_time = $1, end_time = $2",
      values: booking(day, `${16 + (index % 6)}:30-${17 + (index % 6)}:00`),
    })),
    ...before.rows.map(({ id }, index) => ({
      who: people.admin,
      text: "select move_booking($1, $2)",
      values: [id, mentors[index % 5]?.id],
    })),
    { who: people.admin, text: "select revoke_mentor($1)", values: [leaving.id] },
    {
      who: blocking,
      text: "select block_time($1, $2, $3)",
      values: [blocking.id, ...booking(day, "12:00-18:00")],
    },
    { who: people.admin, text: "select grant_mentor('other@example.org')", values: [] },
  ]);
  const booked = outcomes.slice(0, 30).filter((outcome) => outcome === "done").length;
  const allowed = [
    "done",
    TAKEN,
    "That mentor is not free at this time.",
    "There are bookings at this time. Choose another mentor for each, or cancel it.",
  ];
  for (const outcome of outcomes) expect(allowed).toContain(outcome);
  expect((await world.owner.query("select from slots")).rowCount).toBe(30 + booked);
  expect(await countCollisions()).toBe(0);
  await world.owner.query("select private.grant_mentor($1, 'tests')", [leaving.id]);
});

test("a booking waits for a mentor who blocks the time, and gets nobody who is absent", async () => {
  const [who] = (await world.createStudents(1, "Medium")) as [Student];
  const [mentor] = mentors as [Student];
  const times = booking(day, "12:00-18:00");
  for (const { id } of mentors.slice(1))
    await world.owner.query(
      "insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3)",
      [id, ...times],
    );
  const block = { who: mentor, text: "select block_time($1, $2, $3)", values: [mentor.id, ...times] };
  expect(await world.runDuring([block], book(who, at(day, "12:30")))).toEqual({
    outcome: TAKEN,
    waitedFor: "relation",
  });
});

test("a mentor who cancels while an admin gives the booking to another mentor is refused", async () => {
  const [who] = (await world.createStudents(1, "Medium")) as [Student];
  expect(await world.runAtOnce([book(who, at(day, "12:30"))])).toEqual(["done"]);
  const { rows } = await world.owner.query("select id, mentor_id from slots");
  const [{ id, mentor_id }] = rows;
  const [mentor, successor] = [
    mentors.find((each) => each.id === mentor_id),
    mentors.find((each) => each.id !== mentor_id),
  ] as [Student, Student];
  expect(
    await world.runDuring(
      [{ who: people.admin, text: "select move_booking($1, $2)", values: [id, successor.id] }],
      { who: mentor, text: "select cancel_booking($1)", values: [id] },
    ),
  ).toEqual({ outcome: "42501 You are not authorized to access this page", waitedFor: "relation" });
});

test.each([
  ["blocks the time", "select block_time($1, now(), now() + interval '90 days', '', $2)"],
  ["sets their hours", "select set_mentor_hours($1, $2)"],
  ["stops new bookings", "select set_mentor_active($1, $2 = '')"],
])("a mentor who %s while an admin revokes them is refused", async (_case, text) => {
  const [who] = mentors as [Student];
  const revoke = { who: people.admin, text: "select revoke_mentor($1)", values: [who.id] };
  const outcome = await world.runDuring([revoke], { who, text, values: [who.id, "[]"] });
  await world.owner.query("select private.grant_mentor($1, 'tests')", [who.id]);
  expect(outcome).toEqual({
    outcome: "42501 You are not authorized to access this page",
    waitedFor: "relation",
  });
});

test.each([
  ["makes somebody a mentor", "select grant_mentor('other@example.org')"],
  ["revokes a mentor", "select revoke_mentor($1)"],
])("an admin who %s while their own rights are taken is refused", async (_case, text) => {
  const { owner } = world;
  const { id } = people.admin;
  const values = text.includes("$1") ? [mentors[0]?.id] : [];
  await owner.query("begin");
  await owner.query("select private.lock_bookings()");
  await owner.query("delete from private.admins where user_id = $1", [id]);
  const outcomes = world.runAtOnce([{ who: people.admin, text, values }]);
  let waiting: number | null = 0;
  while (!waiting) waiting = (await owner.query("select from pg_locks where not granted")).rowCount;
  await owner.query("commit");
  const [outcome] = await outcomes;
  await owner.query("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [id]);
  expect(outcome).toBe("42501 You are not authorized to access this page");
});

test("two admins who book one time for two students, or move one call, do not undo what the other has done", async () => {
  const [one, other] = (await world.createStudents(2, "Basic")) as [Student, Student];
  const start = at(day, "10:30");
  const bookFor = ({ id }: Student) => ({
    who: people.admin,
    text: "select book_for_student($1, $2)",
    values: [id, start],
  });
  const busy = mentors.slice(1).map(({ id }) => id);
  await world.owner.query("update mentors set active = false where id = any ($1)", [busy]);
  expect(await world.runDuring([bookFor(one)], bookFor(other))).toEqual({
    outcome: TAKEN,
    waitedFor: "advisory",
  });
  const moveTo = (time: string) => ({
    who: people.admin,
    text: "select move_for_student(id, $1, $2) from slots",
    values: [start, at(day, time)],
  });
  expect(await world.runDuring([moveTo("15:30")], moveTo("16:30"))).toEqual({
    outcome: "This call has been moved since. Please look at its new time first.",
    waitedFor: "transactionid",
  });
  await world.owner.query("update mentors set active = true");
});
