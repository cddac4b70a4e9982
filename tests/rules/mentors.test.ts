import { expect, test } from "vitest";
import { booking, dayFromToday } from "./calendar.ts";
import { book, makeMentor, setHours } from "./mentor-world.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { expired, formerAdmin, newcomer, other, planned } = people;
const world = setUpWorld();
const day = dayFromToday(30);
const TAKEN = "This slot is already booked.";

test("the first mentor gets all slots, even past ones, and keeps the times of the first calendar", async () => {
  await world.withoutTriggers(
    "insert into slots (user_id, start_time, end_time) values ($1, '2020-01-01 05:00Z', '2020-01-01 05:30Z')",
    [planned.id],
  );
  expect(await book(world, "other", day, "10:30-10:45")).toBeNull();
  await world.as("admin", "select grant_mentor('Former@example.org ')");
  expect(await world.asOwner("select distinct mentor_id as id from slots")).toEqual([{ id: formerAdmin.id }]);
  expect(await world.asOwner("select name, active from mentors")).toEqual([
    { name: "Former Gowda", active: true },
  ]);
  expect(await book(world, "planned", day, "10:30-11:00")).toBe(TAKEN);
  expect(await book(world, "other", day, "21:45-22:00")).toBe(formerAdmin.id);
});

test("the list of mentors counts the coming calls of each, and former mentors come last", async () => {
  for (const who of ["formerAdmin", "newcomer", "student"] as const) await makeMentor(world, who);
  await world.asOwner("select private.revoke_mentor($1)", [people.student.id]);
  for (const time of ["10:30-10:45", "11:30-11:45"])
    await book(world, "other", day, time, { mentor: newcomer.id });
  await world.withoutTriggers(
    "insert into slots (user_id, mentor_id, start_time, end_time) values ($1, $2, now() - interval '2 h', now())",
    [planned.id, newcomer.id],
  );
  const { rows } = await world.as("admin", "select id, upcoming from list_mentors()");
  expect(rows).toEqual([
    { id: formerAdmin.id, upcoming: 0 },
    { id: newcomer.id, upcoming: 2 },
    { id: people.student.id, upcoming: 0 },
  ]);
});

test("a second mentor has no bookings before they have hours, and the first keeps theirs", async () => {
  await makeMentor(world, "formerAdmin");
  await book(world, "other", day, "10:30-10:45");
  await world.as("admin", "select grant_mentor('newcomer@example.org')");
  expect(await book(world, "planned", day, "10:30-11:00")).toBe(TAKEN);
  await setHours(world, "newcomer", "10:00-12:00");
  expect(await book(world, "planned", day, "10:30-11:00")).toBe(newcomer.id);
});

test("a time is free as long as one mentor is, and two bookings never meet in one mentor", async () => {
  for (const who of ["formerAdmin", "newcomer"] as const) await makeMentor(world, who);
  const got = [
    await book(world, "planned", day, "10:30-11:00"),
    await book(world, "other", day, "10:45-11:00"),
  ];
  expect(new Set(got)).toEqual(new Set([formerAdmin.id, newcomer.id]));
  await world.as("admin", "select assign_plan($1, 'ug', 'cet', 'Basic')", [expired.id]);
  expect(await book(world, "expired", day, "10:45-11:00")).toBe(TAKEN);
  expect(await book(world, "expired", day, "10:30-10:45")).not.toBe(TAKEN);
  await expect(
    world.withoutTriggers(
      "insert into slots (user_id, start_time, end_time, mentor_id) values ($1, $2, $3, $4)",
      [other.id, ...booking(day, "10:30-11:00"), formerAdmin.id],
    ),
  ).rejects.toThrow("slots_do_not_overlap");
});

test("a student cannot have two calls at once, and nobody gets a call with themselves", async () => {
  for (const who of ["formerAdmin", "other"] as const) await makeMentor(world, who);
  expect(await book(world, "other", day, "10:30-10:45")).toBe(formerAdmin.id);
  expect(await book(world, "other", day, "10:30-10:45")).toBe(TAKEN);
  await setHours(world, "formerAdmin");
  expect(await book(world, "other", day, "11:30-11:45")).toBe(TAKEN);
  expect(await book(world, "planned", day, "11:30-12:00")).toBe(other.id);
});

test("a mentor is free only in their hours, outside their absences and while they take bookings", async () => {
  await makeMentor(world, "formerAdmin");
  await setHours(world, "formerAdmin", "10:00-10:45", "10:45-12:45", "18:00-22:00");
  for (const [times, expected] of [
    ["10:30-11:00", formerAdmin.id],
    ["12:30-13:00", TAKEN],
    ["17:30-18:00", TAKEN],
    ["21:30-22:00", formerAdmin.id],
  ] as const)
    expect(await book(world, "planned", day, times)).toBe(expected);
  await world.asOwner("insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3)", [
    formerAdmin.id,
    ...booking(day, "18:45-20:00"),
  ]);
  expect(await book(world, "other", day, "18:45-19:00")).toBe(TAKEN);
  expect(await book(world, "other", day, "18:30-18:45")).toBe(formerAdmin.id);
  await world.as("admin", "select set_mentor_active($1, false)", [formerAdmin.id]);
  expect(await book(world, "other", day, "20:30-20:45")).toBe(TAKEN);
});

const [START, END] = booking(day, "10:30-11:00");
/** The busy times that overlap 10:30 to 11:00, as all clients and as those that know of mentors read them. */
async function busyTimes(who: "planned" | "other") {
  const overlapping =
    "start_time > $1::timestamptz - interval '1 hour' and start_time < $2 and end_time > $1 order by start_time, end_time";
  const { rows } = await world.as(who, `select * from busy_slots where ${overlapping}`, [START, END]);
  const query = `select * from busy_times('${day}') where ${overlapping}`;
  expect((await world.as(who, query, [START, END])).rows).toEqual(rows);
  return rows.length;
}

test("half an hour may be free for two short calls, and not for a long one", async () => {
  for (const who of ["formerAdmin", "newcomer"] as const) await makeMentor(world, who);
  for (const [mentor, times] of [
    [formerAdmin.id, "10:30-10:45"],
    [newcomer.id, "10:45-11:00"],
  ] as const)
    await world.withoutTriggers(
      "insert into slots (user_id, mentor_id, start_time, end_time) values ($1, $2, $3, $4)",
      [people.student.id, mentor, ...booking(day, times)],
    );
  expect([await busyTimes("other"), await busyTimes("planned")]).toEqual([0, 1]);
  expect(await book(world, "planned", day, "10:30-11:00")).toBe(TAKEN);
  for (const times of ["10:30-10:45", "10:45-11:00"])
    expect(await book(world, "other", day, times)).not.toBe(TAKEN);
});

test("a time at which nobody is free stays busy on the screen that moves a slot of that time", async () => {
  await makeMentor(world, "formerAdmin");
  for (const [who, times] of [
    ["planned", "10:30-11:00"],
    ["other", "11:30-11:45"],
    ["other", "11:45-12:00"],
  ] as const)
    await book(world, who, day, times);
  await world.asOwner("insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3)", [
    formerAdmin.id,
    ...booking(day, "10:00-13:00"),
  ]);
  for (const who of ["planned", "other"] as const) {
    const { rowCount } = await world.as(
      who,
      // The screen leaves out these times.
      `select from slots join (
         select * from busy_slots where start_time >= '${day}' and start_time < '${day}'::date + 1
       ) as busy using (start_time, end_time)`,
    );
    expect(rowCount).toBe(who === "planned" ? 1 : 2);
  }
  expect(await busyTimes("planned")).toBe(2);
});

test("without mentors, a request for a mentor or a language finds nobody", async () => {
  expect(await book(world, "other", day, "10:30-10:45", { mentor: formerAdmin.id })).toBe(TAKEN);
  expect(await book(world, "other", day, "10:30-10:45", { language: "Kannada" })).toBe(TAKEN);
});

test("a revoked mentor's bookings go to a free mentor; the others stay, marked for admins", async () => {
  await makeMentor(world, "formerAdmin");
  await book(world, "planned", day, "10:30-11:00");
  await book(world, "planned", day, "11:30-12:00", { mentor: formerAdmin.id });
  await makeMentor(world, "newcomer");
  await setHours(world, "newcomer", "11:00-22:00");
  await world.asOwner("update mentor_links set video_url = 'https://meet.example.org/x'");
  expect((await world.as("admin", "select * from revoke_mentor($1)", [formerAdmin.id])).rows).toEqual([
    { moved: 1, remaining: 1 },
  ]);
  expect(
    (await world.as("planned", "select mentor_id, video_url from mentor_links order by video_url")).rows,
  ).toEqual([
    { mentor_id: newcomer.id, video_url: "https://meet.example.org/x" },
    { mentor_id: formerAdmin.id, video_url: null },
  ]);
  const { rows } = await world.as(
    "admin",
    "select mentor_id, needs_mentor from list_bookings($1, $1) order by start_time",
    [day],
  );
  expect(rows).toEqual([
    { mentor_id: formerAdmin.id, needs_mentor: true },
    { mentor_id: newcomer.id, needs_mentor: false },
  ]);
  expect(await book(world, "other", day, "10:30-10:45")).toBe(TAKEN); // the only mentor left begins at 11:00
});

test("without a mentor left, the service has one calendar again, and the next first mentor gets its slots", async () => {
  await makeMentor(world, "formerAdmin");
  await book(world, "planned", day, "10:30-11:00");
  await world.as("admin", "select revoke_mentor($1)", [formerAdmin.id]);
  expect(await book(world, "other", day, "10:30-10:45")).toBe(TAKEN);
  expect(await book(world, "other", day, "11:30-11:45")).toBeNull();
  await makeMentor(world, "newcomer");
  expect(await world.asOwner("select mentor_id from slots order by start_time")).toEqual([
    { mentor_id: formerAdmin.id },
    { mentor_id: newcomer.id },
  ]);
});

test("a mentor sees the documents of a student until 30 days after their last call, and each view is on record", async () => {
  await makeMentor(world, "formerAdmin");
  const file = `${planned.id}/1700000000001_marks.pdf`;
  await world.withoutTriggers("insert into storage.objects (bucket_id, name) values ('user-documents', $1)", [
    file,
  ]);
  const view = async (lastCall: string) => {
    await world.withoutTriggers("delete from slots");
    await world.withoutTriggers(
      `insert into slots (user_id, mentor_id, start_time, end_time)
       select $1, $2, now() - $3::interval, now() - $3::interval + interval '30 minutes'`,
      [planned.id, formerAdmin.id, lastCall],
    );
    const statement = "select private.record_view(bucket_id, name) from storage.objects where name = $1";
    return (await world.as("formerAdmin", statement, [file])).rowCount;
  };
  expect(await view("30 days")).toBe(0);
  expect(await view("29 days 23 hours")).toBe(1);
  expect(
    await world.asOwner("select actor_email, subject_id from audit_log where action = 'document viewed'"),
  ).toEqual([{ actor_email: "former@example.org", subject_id: planned.id }]);
  const record = "select private.record_view('user-documents', $1)";
  expect((await world.refusal("other", record, [file]))?.code).toBe("42501");
});

test("the agenda has no more bookings than one response, the earliest ones", async () => {
  await makeMentor(world, "formerAdmin");
  await world.withoutTriggers(
    `insert into slots (user_id, mentor_id, start_time, end_time)
     select $1, $2, start, start + interval '15 minutes'
     from generate_series($3::date + time '00:00', $3::date + time '23:00' + interval '20 days', '15 minutes') as start`,
    [planned.id, formerAdmin.id, day],
  );
  const { rows } = await world.as(
    "formerAdmin",
    "select count(*)::integer as count, max(start_time) < $1::date + 12 as are_earliest from list_bookings($1, $1::date + 30)",
    [day],
  );
  expect(rows).toEqual([{ count: 1000, are_earliest: true }]);
});

test.each([
  ["a small JPEG", "/9j/4AA=", undefined],
  ["another format", "iVBORw0KGgo=", "mentor_photos_are_small_jpegs"],
  ["one that is too large", `/9j/${"A".repeat(54616)}`, "mentor_photos_are_small_jpegs"],
  ["one that may tell where it was taken", "/9j/4QAIRXhpZgAA", "mentor_photos_have_no_place"],
])("a photograph: %s", async (_what, jpeg, constraint) => {
  await makeMentor(world, "formerAdmin");
  const refusal = await world.refusal(
    "formerAdmin",
    "insert into mentor_photos (mentor_id, jpeg) values ($1, $2)",
    [formerAdmin.id, jpeg],
  );
  if (constraint) expect(refusal?.message).toContain(constraint);
  else expect(refusal).toBeUndefined();
});

test("the sessions of a mentor are as short as those of an admin, while they are one", async () => {
  const { id } = people.student;
  await world.asOwner("insert into auth.sessions (user_id, method) values ($1, 'password')", [id]);
  const readLimit = async () =>
    (
      await world.asOwner(
        "select extract(epoch from valid_until - last_used_at) / 3600 as hours from auth.sessions where user_id = $1",
        [id],
      )
    ).map(({ hours }) => Number(hours));
  expect(await readLimit()).toEqual([30 * 24]);
  await world.asOwner("select private.grant_mentor($1, 'tests')", [id]);
  expect(await readLimit()).toEqual([12]);
  await world.asOwner("insert into auth.sessions (user_id, method) values ($1, 'password')", [id]);
  expect(await readLimit()).toEqual([12, 12]);
  await world.asOwner("select private.revoke_mentor($1)", [id]);
  expect(await readLimit()).toEqual([30 * 24, 30 * 24]);
});

test("the calls of an admin who is a mentor go to another mentor when an admin removes them", async () => {
  for (const who of ["formerAdmin", "newcomer"] as const) await makeMentor(world, who);
  await world.asOwner("update mentors set active = false where id = $1", [newcomer.id]);
  expect(await book(world, "planned", day, "10:30-11:00")).toBe(formerAdmin.id);
  await world.asOwner("update mentors set active = true where id = $1", [newcomer.id]);
  await world.asOwner("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [
    formerAdmin.id,
  ]);
  await world.asOwner("delete from private.admins where user_id = $1", [formerAdmin.id]);
  expect(await world.asOwner("select mentor_id as id from slots where user_id = $1", [planned.id])).toEqual([
    { id: newcomer.id },
  ]);
  expect((await world.as("formerAdmin", "select is_mentor from check_mentor()")).rows).toEqual([
    { is_mentor: false },
  ]);
});
