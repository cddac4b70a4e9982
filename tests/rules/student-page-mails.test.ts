import { expect, test } from "vitest";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { planned, other } = people;
const NOBODY = "00000000-0000-4000-8000-000000000000";
const world = setUpWorld();
const call = async <T>(who: "admin", sql: string, values: unknown[]) =>
  (await world.as<{ value: T }>(who, `select ${sql} as value`, values)).rows[0]?.value as T;

test("the page of a student has the mails about calls and the account with their last state, and how long the option lists are", async () => {
  const mail = "0c000000-0000-4000-8000-000000000009";
  const record = "select private.record_mail($1, $2, $3, $4, $5, $6)";
  const values = [mail, "planned@example.org", "call", "Your call is booked"];
  await world.asOwner(record, [...values, "waiting", "the mail server is down"]);
  await world.asOwner(record, [...values, "sent", null]);
  await world.asOwner(record, [
    NOBODY,
    "nobody@example.org",
    "account",
    "Choose a new password",
    "sent",
    null,
  ]);
  await world.asOwner(
    `with list as (insert into option_lists (user_id, exam) values ($1, 'UGCET') returning id)
     insert into option_entries (list_id, id, position, college_code, course_code, removed_at)
     select id, gen_random_uuid(), 1, 'E001', 'CS', null::timestamptz from list
     union all select id, gen_random_uuid(), 2, 'E002', 'CS', now() from list`,
    [planned.id],
  );
  const page = await call<{ mails: unknown[]; option_lists: unknown[] }>("admin", "open_student($1)", [
    planned.id,
  ]);
  expect(page.mails).toEqual([
    expect.objectContaining({ kind: "call", about: "Your call is booked", state: "sent", reason: null }),
  ]);
  expect(page.option_lists).toEqual([expect.objectContaining({ exam: "UGCET", options: 1 })]);
  expect(await call("admin", "open_student($1)", [other.id])).toMatchObject({
    mails: [],
    option_lists: [],
  });
  const timeline = await world.as<{ source: string }>("admin", "select * from student_timeline($1)", [
    planned.id,
  ]);
  expect(timeline.rows.map(({ source }) => source).toSorted()).toEqual(["mail", "options"]);
});

test("the timeline says when the address became bad and when it was good again, each once", async () => {
  const bounce = (mail: string) =>
    world.asOwner("select private.record_bounce($1, 'planned@example.org', '5.1.1', 'no such user')", [mail]);
  await bounce("one");
  await bounce("two");
  await world.asOwner("select private.note_answered_mail('planned@example.org')");
  const { rows } = await world.as<{ kind: string; details: unknown }>(
    "admin",
    "select kind, details from student_timeline($1) where source = 'address'",
    [planned.id],
  );
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual(["bad", "good"]);
  expect(rows.find(({ kind }) => kind === "bad")?.details).toEqual({
    email: "planned@example.org",
    words: "5.1.1 no such user",
  });
});
