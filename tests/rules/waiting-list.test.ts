import { describe, expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";
import {
  bookAs,
  fillDay,
  free,
  givePlan,
  HOURS,
  join,
  nameOf,
  offerOf,
  offers,
  passTime,
  runJob,
  type Student,
} from "./waiting-world.ts";

const world = setUpWorld();
const DAY = dayFromToday(5);

const waiting = async () =>
  (
    await world.asOwner<{ user_id: string }>(
      "select user_id from private.waiting_students order by joined_at",
    )
  ).map(({ user_id }) => nameOf(user_id));

type Case = {
  /** In the order of joining. */
  joined: Student[];
  basic?: Student[];
  /** Hours until a deadline. */
  deadlines?: Partial<Record<Student, number>>;
  first: Student | "nobody";
  next?: Student;
  prepare?: string;
};

const three: Student[] = ["planned", "formerAdmin", "student"];
const CASES: [string, Case][] = [
  ["who joined first comes first", { joined: three, first: "planned", next: "formerAdmin" }],
  [
    "a deadline within 48 hours comes before who joined earlier",
    { joined: three, deadlines: { student: 47 }, first: "student", next: "planned" },
  ],
  [
    "a deadline in 49 hours is not urgent yet",
    { joined: three, deadlines: { student: 49 }, first: "planned" },
  ],
  [
    "a deadline that has passed is not urgent any more",
    { joined: three, deadlines: { student: -1 }, first: "planned" },
  ],
  [
    "of two with a deadline, who joined first",
    { joined: three, deadlines: { student: 2, formerAdmin: 40 }, first: "formerAdmin", next: "student" },
  ],
  [
    "a plan that has ended is skipped",
    {
      joined: three,
      first: "formerAdmin",
      prepare: `update user_plans set expires_at = now() where user_id = '${people.planned.id}'`,
    },
  ],
  [
    "the limit of upcoming slots is reached",
    {
      joined: three,
      first: "formerAdmin",
      prepare: `with own as (
          insert into slots (user_id, start_time, end_time)
          select '${people.planned.id}', time, time + interval '30 minutes'
          from unnest(array['${booking(dayFromToday(9), "10:30-")[0]}'::timestamptz]) as time
        ) update private.settings set bookings_max_upcoming = 1`,
    },
  ],
  [
    "the limit of the day is reached",
    {
      joined: three,
      first: "formerAdmin",
      prepare: `update slots set user_id = '${people.planned.id}' where start_time > '${booking(DAY, "19:00-")[0]}'`,
    },
  ],
  [
    "a banned account is skipped",
    {
      joined: three,
      first: "formerAdmin",
      prepare: `update auth.users set banned_until = now() + interval '1 day' where id = '${people.planned.id}'`,
    },
  ],
  ["nobody waits", { joined: [], first: "nobody" }],
];

test.each(CASES)("a freed time: %s", async (_title, { joined, deadlines = {}, first, next, prepare }) => {
  await fillDay(world, DAY);
  await givePlan(world, "Medium", "formerAdmin", "student");
  await join(world, DAY, ...joined);
  for (const [who, hours] of Object.entries(deadlines))
    await world.asOwner("insert into private.deadlines values ($1, now() + make_interval(hours => $2))", [
      people[who as Student].id,
      hours,
    ]);
  if (prepare) await world.withoutTriggers(prepare);
  await free(world, DAY, "12:30");
  const open = await offers(world);
  expect(open).toEqual(first === "nobody" ? [] : [`${first} 12:30-13:00 open`]);
  if (!next) return;
  await passTime(world);
  await runJob(world);
  expect(await offers(world)).toEqual(
    [`${first} 12:30-13:00 expired`, `${next} 12:30-13:00 open`].toSorted(),
  );
});

describe("an offer", () => {
  const setUp = async (...joined: Student[]) => {
    await fillDay(world, DAY);
    await givePlan(world, "Medium", "formerAdmin", "student");
    await join(world, DAY, ...joined);
    await free(world, DAY, "12:30");
  };

  test("that expires while no server runs goes on with the next run of the job, until nobody is left", async () => {
    await setUp("planned", "student");
    await runJob(world);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 open"]);
    await passTime(world);
    // Nothing has run yet, and the hold is over already.
    expect((await world.as("planned", "select offer from own_waiting_days()")).rows).toEqual([
      { offer: null },
    ]);
    await runJob(world);
    await passTime(world);
    await runJob(world);
    await runJob(world);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 expired", "student 12:30-13:00 expired"]);
    // Nobody wanted it, so it is free for everyone.
    expect(await bookAs(world, "formerAdmin", DAY, "12:30-13:00")).toBeUndefined();
  });

  test("shows the time that is left, and nothing of the others", async () => {
    await setUp("planned", "student");
    const day = { start_time: null, end_time: null, seconds_left: null, offer: null };
    const [start, end] = booking(DAY, "12:30-13:00");
    const columns =
      "select offer is not null as offer, start_time, end_time, seconds_left from own_waiting_days()";
    expect((await world.as("planned", columns)).rows).toEqual([
      { start_time: new Date(start), end_time: new Date(end), seconds_left: 900, offer: true },
    ]);
    expect((await world.as("student", columns)).rows).toEqual([{ ...day, offer: false }]);
    expect((await world.as("other", columns)).rows).toEqual([]);
  });

  test("that is declined goes to the next at once, and the student keeps waiting for other times", async () => {
    await setUp("planned", "student");
    const offer = await offerOf(world, "planned");
    await world.as("student", "select decline_offer($1)", [offer]); // somebody else's
    expect(await offers(world)).toEqual(["planned 12:30-13:00 open"]);
    for (const _twice of [1, 2]) await world.as("planned", "select decline_offer($1)", [offer]);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 declined", "student 12:30-13:00 open"]);
    await free(world, DAY, "14:30");
    expect(await offers(world)).toContain("planned 14:30-15:00 open");
  });

  test("of a student who leaves goes to the next at once", async () => {
    await setUp("planned", "student");
    await world.as("planned", "select leave_waiting_list($1)", [DAY]);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 declined", "student 12:30-13:00 open"]);
    expect(await waiting()).toEqual(["student"]);
  });

  test("is accepted by booking, which takes the student off the list", async () => {
    await setUp("planned", "student");
    expect(await bookAs(world, "student", DAY, "12:30-13:00")).toEqual(
      refusedWith("This slot is already booked."),
    );
    expect(await bookAs(world, "planned", DAY, "12:30-13:00")).toBeUndefined();
    expect(await offers(world)).toEqual(["planned 12:30-13:00 accepted"]);
    expect(await waiting()).toEqual(["student"]);
  });

  test("is accepted by moving a slot into it, whose own time is offered to the next", async () => {
    await fillDay(world, DAY);
    await givePlan(world, "Medium", "student");
    await world.withoutTriggers("update slots set user_id = $1 where start_time = $2", [
      people.planned.id,
      booking(DAY, "18:30-")[0],
    ]);
    await join(world, DAY, "planned", "student");
    await free(world, DAY, "12:30");
    await world.as("planned", "update slots set start_time = $1, end_time = $2 where user_id = $3", [
      ...booking(DAY, "12:30-13:00"),
      people.planned.id,
    ]);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 accepted", "student 18:30-19:00 open"]);
  });

  test("ends when the student books another time of the day", async () => {
    await setUp("planned", "student");
    await free(world, DAY, "14:30"); // for the next student
    await world.asOwner("delete from private.slot_offers where start_time = $1", [booking(DAY, "14:30-")[0]]);
    expect(await bookAs(world, "planned", DAY, "14:30-15:00")).toBeUndefined();
    expect(await offers(world)).toEqual(["planned 12:30-13:00 declined", "student 12:30-13:00 open"]);
  });

  test("whose student can no longer book goes to the next with the job", async () => {
    await setUp("planned", "student");
    await world.withoutTriggers("update user_plans set expires_at = now() where user_id = $1", [
      people.planned.id,
    ]);
    await runJob(world);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 declined", "student 12:30-13:00 open"]);
  });

  test("ends with the job when the plan has another length", async () => {
    await setUp("planned", "student");
    await givePlan(world, "Basic", "planned");
    await runJob(world);
    expect(await offers(world)).toEqual(["planned 12:30-13:00 declined", "planned 12:45-13:00 open"]);
  });

  test("fits the plan: a freed half hour is two short slots, and a short one waits for no long one", async () => {
    await fillDay(world, DAY);
    await givePlan(world, "Basic", "student");
    await givePlan(world, "Medium", "formerAdmin");
    await join(world, DAY, "other", "planned", "student");
    await free(world, DAY, "12:30");
    expect(await offers(world)).toEqual(["other 12:30-12:45 open", "student 12:45-13:00 open"]);
    await free(world, DAY, "15:30");
    expect(await offers(world)).toContain("planned 15:30-16:00 open");
  });

  test.each([
    [4, undefined],
    [6, 6],
    [14, 14],
    [16, 15],
  ])("for a time that begins in %i minutes lasts %s minutes", async (minutes, lasts) => {
    const slot = "tstzrange(now() + make_interval(mins => $3), now() + make_interval(mins => $3 + 30))";
    await world.asOwner(`select private.offer_time($1, $2, ${slot})`, [people.planned.id, DAY, minutes]);
    const rows = await world.asOwner(
      "select extract(epoch from expires_at - now())::int / 60 as lasts from private.slot_offers",
    );
    expect(rows).toEqual(lasts === undefined ? [] : [{ lasts }]);
  });
});

test("past days are cleaned up, and what is still needed stays", async () => {
  await world.withoutTriggers(
    `insert into private.waiting_students (user_id, day) select $1, current_date + n from unnest(array[-2, 2]) as n`,
    [people.planned.id],
  );
  await world.asOwner(
    `insert into private.deadlines values ($1, now() - interval '1 minute'), ($2, now() + interval '1 minute')`,
    [people.planned.id, people.other.id],
  );
  await world.asOwner("select private.delete_old_waiting_lists()");
  expect(await waiting()).toEqual(["planned"]);
  expect(await world.asOwner("select user_id from private.deadlines")).toEqual([
    { user_id: people.other.id },
  ]);
  expect(await world.asOwner("select * from private.count_waiting()")).toEqual([
    { waiting: 1, offered: 0, overdue: 0 },
  ]);
});

test("the times of a day are those that the screen offers", async () => {
  const times = await world.asOwner(
    "select private.slot_times($1, '30 minutes') union all select private.slot_times($1, '15 minutes')",
    [DAY],
  );
  expect(times).toHaveLength(3 * HOURS.length);
});
