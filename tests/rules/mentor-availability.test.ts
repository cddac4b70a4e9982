import { beforeEach, describe, expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { book, makeMentor, setHours } from "./mentor-world.ts";
import { people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";

const { formerAdmin, newcomer, other, planned } = people;
const world = setUpWorld();
const day = dayFromToday(30);
const [NOON, EVENING] = booking(day, "12:00-18:00");

const slotsNow = () => world.asOwner("select user_id, mentor_id from slots order by start_time, user_id");
/** Returns what the student is told by mail next. */
const mailAbout = async (slot: unknown) =>
  (await world.asOwner<{ kind: string }>("select kind from private.claim_slot_mail($1, 'change')", [slot]))[0]
    ?.kind;
const slotOf = async (student: string) =>
  (await world.asOwner<{ id: string }>("select id from slots where user_id = $1", [student]))[0]?.id;

const BLOCK = "select block_time($1, $2, $3, 'dentist', $4)";
const block = (resolutions: object[], mentor = formerAdmin.id) =>
  world.refusal("formerAdmin", BLOCK, [mentor, NOON, EVENING, JSON.stringify(resolutions)]);

describe("a mentor who blocks a time with two bookings", () => {
  beforeEach(async () => {
    await makeMentor(world, "formerAdmin");
    await book(world, "planned", day, "12:30-13:00");
    await book(world, "other", day, "13:30-13:45");
    await makeMentor(world, "newcomer");
    await setHours(world, "newcomer", "12:00-13:00");
  });

  test("reads whose they are, and who else is free", async () => {
    const { rows } = await world.as("formerAdmin", "select * from list_bookings_in($1, $2, $3)", [
      formerAdmin.id,
      NOON,
      EVENING,
    ]);
    expect(rows).toMatchObject([
      {
        student_name: "Planned Gowda",
        phone: "90000 00003",
        free_mentors: [{ id: newcomer.id, name: "Mentor" }],
      },
      { student_name: "Other Gowda", free_mentors: [] },
    ]);
  });

  test("reads for each the mentors whom a hand-over accepts", async () => {
    await makeMentor(world, "student");
    await setHours(world, "student", "10:00-12:45", "13:30-13:45", "16:00-22:00");
    await world.asOwner("insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3)", [
      people.student.id,
      ...booking(day, "16:15-16:35"),
    ]);
    const times = ["10:30-11:00", "12:30-13:00", "13:30-13:45", "16:30-16:45", "16:45-17:00", "21:30-22:00"];
    // Two days in a row, without the rules: half of them with the mentor who blocks, half with the others.
    for (const [index, time] of times.entries())
      for (const [offset, mentor] of [formerAdmin.id, index % 2 ? newcomer.id : people.student.id].entries())
        await world.withoutTriggers(
          `insert into slots (user_id, mentor_id, start_time, end_time)
           select $1, $2, $3::timestamptz + days, $4::timestamptz + days
           from unnest(array[interval '1 day', interval '2 days']) as days where days <> $5 * interval '1 day'
           on conflict do nothing`,
          [offset ? planned.id : other.id, mentor, ...booking(day, time), offset * (1 + (index % 3))],
        );
    const { rows } = await world.as("formerAdmin", "select * from list_bookings_in($1, $2, $3)", [
      formerAdmin.id,
      booking(day, "00:00-10:00")[0],
      booking(dayFromToday(33), "00:00-10:00")[0],
    ]);
    expect(rows).toHaveLength(14);
    let free = 0;
    for (const { start_time, end_time, free_mentors } of rows) {
      const expected = await world.asOwner(
        `select mentors.id, mentors.name from private.free_mentors($1, $2, null, null, null) as free (id)
           join mentors using (id) where mentors.id <> $3 order by name`,
        [start_time, end_time, formerAdmin.id],
      );
      expect(free_mentors).toEqual(expected);
      free += expected.length;
    }
    expect(free).toBeGreaterThan(3);
  });

  test("reads a day once, however many bookings it has", async () => {
    // All half hours of eighty days are booked with both mentors.
    await world.withoutTriggers(
      `insert into slots (user_id, mentor_id, start_time, end_time)
       select $3, mentor, at, at + interval '30 minutes'
       from unnest($1::uuid[]) as mentor,
         generate_series(0, 79) as days, generate_series(0, 23) as half_hours,
         lateral (select $2::timestamptz + days * interval '1 day' + half_hours * interval '30 minutes') as slot (at)`,
      [[formerAdmin.id, newcomer.id], booking(dayFromToday(31), "10:00-10:30")[0], planned.id],
    );
    await world.asOwner("analyze slots");
    const { rows } = await world.as<{ "QUERY PLAN": readonly [{ Plan: Record<string, number> }] }>(
      "formerAdmin",
      `explain (analyze, buffers, format json)
       select list_bookings_in('${formerAdmin.id}', '${NOON}', '${NOON}'::timestamptz + interval '80 days')`,
    );
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    expect(plan?.["Actual Rows"]).toBe(2 + 79 * 24 + 4);
    expect(plan?.["Shared Hit Blocks"]).toBeLessThan(2 * 79 * 24);
  });

  test("reads those of at most 92 days, which is the longest time to block", async () => {
    const list = (days: number) =>
      world.refusal("formerAdmin", "select list_bookings_in($1, now(), now() + make_interval(days => $2))", [
        formerAdmin.id,
        days,
      ]);
    expect(await list(92)).toBeUndefined();
    expect(await list(93)).toEqual(refusedWith("Please choose at most 92 days."));
  });

  test("has to resolve each, and nothing changes before", async () => {
    const before = await slotsNow();
    const unresolved = refusedWith(
      "There are bookings at this time. Choose another mentor for each, or cancel it.",
    );
    const [first, second] = [await slotOf(planned.id), await slotOf(other.id)];
    for (const resolutions of [
      [],
      [{ slot: first, mentor: newcomer.id }],
      [{ slot: first, mentor: null }, { slot: second }],
    ])
      expect(await block(resolutions)).toEqual(unresolved);
    const notFree = refusedWith("That mentor is not free at this time.");
    for (const mentor of [newcomer.id, formerAdmin.id, other.id])
      expect(
        await block([
          { slot: first, mentor: null },
          { slot: second, mentor },
        ]),
      ).toEqual(notFree);
    expect(await slotsNow()).toEqual(before);
    expect(await world.asOwner("select * from mentor_absences")).toEqual([]);
  });

  test("gives one to another mentor, whose student is told, and cancels the other", async () => {
    const [first, second] = [await slotOf(planned.id), await slotOf(other.id)];
    for (const slot of [first, second]) expect(await mailAbout(slot)).toBe("booked");
    const resolutions = [
      { slot: first, mentor: newcomer.id },
      { slot: second, mentor: null },
    ];
    expect(await block(resolutions)).toBeUndefined();
    expect(await mailAbout(first)).toBe("mentor changed");
    expect(await mailAbout(second)).toBe("cancelled");
    expect(await slotsNow()).toEqual([{ user_id: planned.id, mentor_id: newcomer.id }]);
    expect(await book(world, "other", day, "14:30-14:45")).toBe("This slot is already booked.");
    expect(
      await world.asOwner("select action, actor_email, subject from audit_log order by id desc limit 2"),
    ).toEqual([
      {
        action: "booking cancelled",
        actor_email: "former@example.org",
        subject: "Other Gowda <other@example.org>",
      },
      {
        action: "booking moved",
        actor_email: "former@example.org",
        subject: "Planned Gowda <planned@example.org>",
      },
    ]);
    const entry = await world.asOwner<{ id: string }>("select id from mentor_absences");
    expect((await world.as("formerAdmin", "delete from mentor_absences")).rowCount).toBe(entry.length);
    expect(await book(world, "other", day, "14:30-14:45")).toBe(formerAdmin.id);
  });

  test("can move or cancel one booking, which others cannot", async () => {
    const [first, second] = [await slotOf(planned.id), await slotOf(other.id)];
    for (const who of ["newcomer", "student", "planned"] as const) {
      for (const [call, values] of [
        ["move_booking($1, $2)", [first, newcomer.id]],
        ["cancel_booking($1)", [first]],
        ["block_time($1, now(), now() + interval '1 day')", [formerAdmin.id]],
        ["set_mentor_hours($1, '[]')", [formerAdmin.id]],
        ["set_mentor_active($1, false)", [formerAdmin.id]],
        ["list_bookings_in($1, now(), 'infinity')", [formerAdmin.id]],
      ] as const)
        expect((await world.refusal(who, `select ${call}`, [...values]))?.code).toBe("42501");
    }
    expect(
      await world.refusal("formerAdmin", "select move_booking($1, $2)", [first, formerAdmin.id]),
    ).toEqual(refusedWith("That mentor is not free at this time."));
    await world.as("formerAdmin", "select move_booking($1, $2)", [first, newcomer.id]);
    await world.as("formerAdmin", "select cancel_booking($1)", [second]);
    expect(await slotsNow()).toEqual([{ user_id: planned.id, mentor_id: newcomer.id }]);
    expect(await world.refusal("admin", "select cancel_booking($1)", [second])).toEqual(
      refusedWith("This booking no longer exists."),
    );
    // It is the booking of another mentor now.
    expect((await world.refusal("formerAdmin", "select cancel_booking($1)", [first]))?.code).toBe("42501");
  });
});

test("a booking that has started is neither moved nor cancelled, and does not stop a day off", async () => {
  await makeMentor(world, "formerAdmin");
  await world.withoutTriggers(
    "insert into slots (user_id, mentor_id, start_time, end_time) values ($1, $2, now(), now() + interval '15 minutes')",
    [planned.id, formerAdmin.id],
  );
  expect(await world.refusal("formerAdmin", "select cancel_booking($1)", [await slotOf(planned.id)])).toEqual(
    refusedWith("Slot time has passed"),
  );
  expect(
    await world.refusal(
      "formerAdmin",
      "select block_time($1, now() - interval '1 hour', now() + interval '1 day')",
      [formerAdmin.id],
    ),
  ).toBeUndefined();
});

test.each([
  ["now() - interval '2 days'", "now() - interval '1 day'"],
  ["now() + interval '1 day'", "now()"],
  ["now()", "now() + interval '93 days'"],
  ["now()", "'infinity'"],
  ["null", "now()"],
])("a time from %s to %s cannot be blocked", async (starts, ends) => {
  await makeMentor(world, "formerAdmin");
  expect(
    await world.refusal("formerAdmin", `select block_time($1, ${starts}, ${ends})`, [formerAdmin.id]),
  ).toEqual(refusedWith("Please choose a time in the future, at most 92 days long."));
});

test.each([
  ["07:00", "12:00", "mentor_hours_are_working_hours"],
  ["12:00", "22:15", "mentor_hours_are_working_hours"],
])("hours from %s to %s are outside the working hours", async (starts_at, ends_at, constraint) => {
  await makeMentor(world, "formerAdmin");
  const hours = JSON.stringify([{ weekday: 1, starts_at, ends_at }]);
  const refusal = await world.refusal("formerAdmin", "select set_mentor_hours($1, $2)", [
    formerAdmin.id,
    hours,
  ]);
  expect(refusal?.message).toContain(constraint);
});

test("bookings outside new hours stay", async () => {
  await makeMentor(world, "formerAdmin");
  await book(world, "planned", day, "12:30-13:00");
  await setHours(world, "formerAdmin", "18:00-20:00", "19:00-21:00");
  expect(await slotsNow()).toEqual([{ user_id: planned.id, mentor_id: formerAdmin.id }]);
  expect(await world.asOwner("select starts_at, ends_at from mentor_hours where weekday = 1")).toEqual([
    { starts_at: "18:00:00", ends_at: "21:00:00" },
  ]);
});
