import { expect, test } from "vitest";
import { everyone } from "./access.ts";
import { at, booking, dayFromToday } from "./calendar.ts";
import { makeMentor } from "./mentor-world.ts";
import { people } from "./people.ts";
import { policyViolation, refusedWith, setUpWorld } from "./rules-world.ts";

const { planned, other, student, admin } = people;
const world = setUpWorld();
const day = dayFromToday(20);
const start = at(day, "10:30");

const BOOK = "select book_for_student($1, $2, $3) as id";
const MOVE = "select move_for_student($1, $2, $3)";
const book = async (who: string = planned.id, starts = start, topic: string | null = null) =>
  (await world.as<{ id: string }>("admin", BOOK, [who, starts, topic])).rows[0]?.id ?? "";
const move = (slot: string, from: string, to: string) => world.as("admin", MOVE, [slot, from, to]);
const free = async (who: string = planned.id, which = day) =>
  (await world.as<{ time: string }>("admin", "select list_free_times($1, $2)::text as time", [who, which]))
    .rows;
const recorded = () =>
  world.asOwner("select action, actor, subject_id from audit_log where action like 'booking %' order by id");
const mail = async (slot: string) =>
  (await world.asOwner<{ kind: string }>("select kind from private.claim_slot_mail($1, 'change')", [slot]))[0]
    ?.kind;

test("an admin books for a student: as long as their plan says, without secrets in the topic, on record", async () => {
  const id = await book(planned.id, start, " KEA password: Abcd@1234 ");
  const slot = { id, user_id: planned.id, start_time: new Date(start), end_time: new Date(at(day, "11:00")) };
  expect(await world.asOwner("select id, user_id, start_time, end_time, topic from slots")).toEqual([
    { ...slot, topic: "KEA password: •••" },
  ]);
  expect(await recorded()).toEqual([{ action: "booking made", actor: admin.id, subject_id: planned.id }]);
  expect((await world.as("planned", "select from slots")).rowCount).toBe(1);
});

test("a student is told of a call that was booked or moved for them, even with e-mail turned off", async () => {
  await world.as("planned", "update profiles set notify_email = false");
  const id = await book();
  expect(await mail(id)).toBe("booked");
  await move(id, start, at(day, "15:30"));
  expect(await mail(id)).toBe("moved");
  await world.as("planned", "update slots set start_time = $1, end_time = $2", booking(day, "16:30-17:00"));
  expect(await mail(id)).toBeUndefined();
  await move(id, at(day, "16:30"), at(day, "17:30"));
  expect(await mail(id)).toBe("moved");
});

test("the rules of a booking are those of the student", async () => {
  const refusal = (who: string, starts: string | null) => world.refusal("admin", BOOK, [who, starts, null]);
  expect(await refusal(student.id, start)).toEqual(refusedWith("Please purchase a plan to book slots."));
  expect(await refusal(planned.id, null)).toEqual(refusedWith("Please select date and time."));
  expect(await refusal(planned.id, at(day, "10:00"))).toEqual(
    refusedWith("Cannot book during a break period. Please select a valid slot."),
  );
  expect(await refusal(planned.id, at(dayFromToday(-1), "10:30"))).toEqual(
    refusedWith("Please select a future date and time."),
  );
  await book(other.id);
  expect(await refusal(planned.id, start)).toEqual(refusedWith("This slot is already booked."));
  for (const time of ["11:30", "12:30", "13:30"]) await book(planned.id, at(day, time));
  expect(await refusal(planned.id, at(day, "14:30"))).toEqual(
    refusedWith("You have reached the maximum of 3 slots for this day."),
  );
});

test("a time that is held for a student of the waiting list is theirs alone, and their booking ends the wait", async () => {
  await world.asOwner("insert into private.waiting_students (user_id, day) values ($1, $2)", [other.id, day]);
  await world.asOwner(
    `insert into private.slot_offers (user_id, day, start_time, end_time, expires_at)
     values ($1, $2, $3, $3::timestamptz + interval '15 minutes', now() + interval '15 minutes')`,
    [other.id, day, start],
  );
  expect(await world.refusal("admin", BOOK, [planned.id, start, null])).toEqual(
    refusedWith("This slot is already booked."),
  );
  await book(other.id);
  expect(await world.asOwner("select state from private.slot_offers")).toEqual([{ state: "accepted" }]);
  expect(await world.asOwner("select from private.waiting_students")).toEqual([]);
});

test("an admin may book further ahead for a student who missed two calls, after speaking with them", async () => {
  for (const past of [1, 2]) {
    await world.withoutTriggers("insert into slots (user_id, start_time, end_time) values ($1, $2, $3)", [
      planned.id,
      ...booking(dayFromToday(-past), "10:30-11:00"),
    ]);
  }
  await world.asOwner(
    "insert into call_outcomes (slot_id, outcome, marked_by) select id, 'missed', $1 from slots",
    [admin.id],
  );
  expect(
    (
      await world.refusal(
        "planned",
        "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)",
        [planned.id, ...booking(day, "10:30-11:00")],
      )
    )?.message,
  ).toMatch(/^You did not come to two calls/);
  expect(await book()).not.toBe("");
});

test("nobody writes the bookings of another student without these functions", async () => {
  for (const who of everyone.filter((name) => !["planned", "visitor", "secretKey"].includes(name))) {
    expect(
      await world.refusal(who, "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)", [
        planned.id,
        ...booking(day, "10:30-11:00"),
      ]),
    ).toEqual(policyViolation("slots"));
  }
});

test("a call moves on record, from the time that the admin has seen, until it starts", async () => {
  const id = await book();
  await move(id, start, at(day, "15:30"));
  expect((await recorded()).at(-1)).toEqual({
    action: "booking moved",
    actor: admin.id,
    subject_id: planned.id,
  });
  const refusal = (slot: string, from: string) =>
    world.refusal("admin", MOVE, [slot, from, at(day, "16:30")]);
  expect(await refusal(id, start)).toEqual(
    refusedWith("This call has been moved since. Please look at its new time first."),
  );
  expect(await refusal(planned.id, start)).toEqual(refusedWith("This booking no longer exists."));
  const [over] = booking(dayFromToday(-1), "10:30-11:00");
  await world.withoutTriggers("update slots set start_time = $1", [over]);
  expect(await refusal(id, over)).toEqual(refusedWith("Slot time has passed"));
});

test("an admin chooses the mentor: their times are shown, and the call is with them alone", async () => {
  const [one, two] = [await makeMentor(world, "formerAdmin"), await makeMentor(world, "other")];
  const times = async (mentor: string) =>
    (
      await world.as<{ time: string }>("admin", "select list_free_times($1, $2, $3)::text as time", [
        planned.id,
        day,
        mentor,
      ])
    ).rows.map(({ time }) => new Date(time).getTime());
  const bookWith = "select book_for_student($1, $2, null, $3)";
  for (const [mentor, time] of [
    [two, "10:30"],
    [two, "11:30"],
    [one, "12:30"],
  ] as const) {
    expect(await times(mentor)).toContain(new Date(at(day, time)).getTime());
    await world.as("admin", bookWith, [planned.id, at(day, time), mentor]);
  }
  expect(await world.asOwner("select mentor_id from slots order by start_time")).toEqual([
    { mentor_id: two },
    { mentor_id: two },
    { mentor_id: one },
  ]);
  expect(
    (await world.as("admin", "select name from list_mentors_for($1)", [other.id])).rowCount,
    "nobody books with themselves",
  ).toBe(1);
  await world.withoutTriggers("update slots set user_id = $1", [people.student.id]);
  expect(await times(two)).not.toContain(new Date(start).getTime());
  expect(await times(one)).toContain(new Date(start).getTime());
  expect(await world.refusal("admin", bookWith, [planned.id, start, two])).not.toBeNull();
});

test("the free times are those that a booking accepts, without mentors and with them", async () => {
  const all = await free();
  expect([all.length, (await free(other.id)).length]).toEqual([12, 24]);
  await book(other.id, at(day, "10:45"));
  expect(await free()).toEqual(all.slice(1));
  expect(await world.refusal("admin", "select list_free_times($1, $2)", [student.id, day])).toEqual(
    refusedWith("This student has no active plan."),
  );
  for (const never of [dayFromToday(-1), dayFromToday(1_000), "infinity", "-infinity"])
    expect(await free(planned.id, never)).toEqual([]);

  await makeMentor(world, "formerAdmin");
  const withMentor = await free();
  expect(withMentor.length).toBeGreaterThan(0);
  for (const { time } of withMentor) {
    await world.asOwner("delete from slots where user_id = $1", [planned.id]);
    await book(planned.id, time);
  }
});
