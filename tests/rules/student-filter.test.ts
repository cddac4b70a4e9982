import { describe, expect, test } from "vitest";
import { readStudentFilter } from "../../domain/student-filter.ts";
import { booking, dayFromToday } from "./calendar.ts";
import { setUpPayments } from "./payments-world.ts";
import { people } from "./people.ts";
import { refusedWith } from "./rules-world.ts";

const world = setUpPayments();
const NAMES = Object.fromEntries(
  Object.entries(people).map(([name, person]) => ["id" in person && person.id, name]),
);
const EVERYBODY = ["admin", "expired", "formerAdmin", "newcomer", "other", "planned", "student"];

/** The people whom a filter of the admin matches, by name. */
async function matching(filter: object): Promise<(string | undefined)[]> {
  const rows = await world.asOwner<{ id: string }>(
    `select id from set_config('request.jwt.claims', $1, true), private.students_matching($2) as id`,
    [JSON.stringify(people.admin.claims), filter],
  );
  return rows.map(({ id }) => NAMES[id]).toSorted();
}

/** Rows that differ from what they should be: none, if the triggers keep all of them current. */
async function staleFacts() {
  const read = () => world.asOwner("select * from private.student_facts order by id");
  const kept = await read();
  await world.asOwner("select private.refresh_student_facts(id) from auth.users");
  expect(kept).toEqual(await read());
}

const documentOf = (who: "planned" | "other") => `${people[who].id}/1700000000001_marks.pdf`;
const upload = (who: "planned" | "other") =>
  world.as(who, "insert into storage.objects (bucket_id, name) values ('user-documents', $1)", [
    documentOf(who),
  ]);

test("a filter without conditions matches every account, with a profile or without", async () => {
  expect(await matching({})).toEqual(EVERYBODY);
});

test.each([
  [{ level: "ug" }, ["other", "planned"]],
  [{ level: "pg" }, ["expired"]],
  [{ exam: "neet", name: "Basic" }, ["expired"]],
  [{ level: "ug", exam: "cet", name: "Advanced" }, ["planned"]],
  [{ status: "Active" }, ["other", "planned"]],
  [{ status: "Inactive" }, ["expired"]],
  [{ status: "None" }, ["admin", "formerAdmin", "newcomer", "student"]],
  [{ level: "pg", status: "Active" }, []],
  [{ account: "no profile" }, ["newcomer"]],
  [{ account: "complete", status: "None" }, ["admin", "formerAdmin", "student"]],
  [{ account: "unconfirmed" }, []],
  [{ search: "gowda", status: "Active" }, ["other", "planned"]],
  [{ search: "NEWCOMER@" }, ["newcomer"]],
  [{ search: "er" }, ["formerAdmin", "newcomer", "other"]],
  [{ search: "90000 00004" }, ["other"]],
  [{ search: "100%" }, []],
  [{ language: "kn" }, []],
  [{ email: "off" }, []],
  [{ payment: "none" }, EVERYBODY],
  [{ joinedFrom: dayFromToday(0), joinedTo: dayFromToday(0) }, EVERYBODY],
  [{ joinedFrom: dayFromToday(1) }, []],
  [{ joinedTo: dayFromToday(-1) }, []],
  [{ notSeenForDays: 7 }, EVERYBODY],
  [{ seenWithinDays: 7 }, []],
  [{ endsWithinDays: 0 }, []],
] as const)("%j matches %j", async (filter, expected) => {
  expect(await matching(filter)).toEqual(expected);
});

test("a plan ends within the days that are left of it", async () => {
  await world.withoutTriggers(
    "update private.student_facts set plan_ends_at = now() + interval '6 days' where id = $1",
    [people.planned.id],
  );
  expect(await matching({ endsWithinDays: 7 })).toEqual(["planned"]);
  expect(await matching({ endsWithinDays: 5 })).toEqual([]);
});

test("payments are found by what they wait for", async () => {
  await world.make("student");
  await world.prove("other", ["ug", "cet", "Medium"]);
  await world.pay("planned", ["ug", "cet", "Medium"]).catch(() => undefined);
  expect(await matching({ payment: "ordered" })).toEqual(["student"]);
  expect(await matching({ payment: "waiting" })).toContain("other");
  await staleFacts();
});

test("a paid student is found, even when the next order waits", async () => {
  await world.pay("student");
  expect(await matching({ payment: "paid" })).toEqual(["student"]);
  expect(await matching({ payment: "none" })).not.toContain("student");
  await staleFacts();
});

test("a student has booked as long as there is a call of theirs", async () => {
  await world.as("planned", "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)", [
    people.planned.id,
    ...booking(dayFromToday(1), "10:30-11:00"),
  ]);
  expect(await matching({ booked: "once" })).toEqual(["planned"]);
  expect(await matching({ booked: "never", status: "Active" })).toEqual(["other"]);
  await staleFacts();
  await world.as("planned", "delete from slots");
  expect(await matching({ booked: "once" })).toEqual([]);
});

describe("documents", () => {
  test("are new until the admin has looked, and again after the next upload", async () => {
    await upload("planned");
    expect(await matching({ documents: "some" })).toEqual(["planned"]);
    expect(await matching({ documents: "none", status: "Active" })).toEqual(["other"]);
    expect(await matching({ documents: "new" })).toEqual(["planned"]);
    await world.as("admin", "select private.record_view('user-documents', $1)", [documentOf("planned")]);
    expect(await matching({ documents: "new" })).toEqual([]);
    await world.withoutTriggers("update private.document_views set viewed_at = now() - interval '1 hour'");
    expect(await matching({ documents: "new" })).toEqual(["planned"]);
    await staleFacts();
    await world.as("planned", "delete from storage.objects");
    expect(await matching({ documents: "some" })).toEqual([]);
  });

  test("are viewed by nobody until any admin has looked", async () => {
    await upload("planned");
    expect(await matching({ documents: "unviewed" })).toEqual(["planned"]);
    await world.withoutTriggers("insert into private.document_views (admin_id, student_id) values ($1, $2)", [
      people.formerAdmin.id,
      people.planned.id,
    ]);
    expect(await matching({ documents: "unviewed" })).toEqual([]);
    expect(await matching({ documents: "new" })).toEqual(["planned"]);
    await world.withoutTriggers("update private.document_views set viewed_at = now() - interval '1 hour'");
    expect(await matching({ documents: "unviewed" })).toEqual(["planned"]);
  });

  test("all documents of a student are marked as viewed with one press, without opening any", async () => {
    await upload("planned");
    await world.as("admin", "select mark_documents_viewed($1)", [people.planned.id]);
    expect(await matching({ documents: "new" })).toEqual([]);
  });
});

test("a change of the name, the language or the e-mail setting is found at once", async () => {
  await world.as("planned", "update profiles set first_name = 'Zoya', language = 'kn', notify_email = false");
  expect(await matching({ language: "kn", email: "off" })).toEqual(["planned"]);
  expect(await matching({ search: "zoya" })).toEqual(["planned"]);
  await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Basic')", [people.student.id]);
  expect(await matching({ exam: "neet", status: "Active" })).toEqual(["student"]);
  await world.asOwner("update auth.users set email = 'new@example.org' where id = $1", [people.newcomer.id]);
  expect(await matching({ search: "new@example" })).toEqual(["newcomer"]);
  await staleFacts();
  await world.asOwner("delete from profiles where id = $1", [people.planned.id]);
  expect(await matching({ account: "no profile" })).toEqual(["newcomer", "planned"]);
  await world.asOwner("delete from auth.users where id = $1", [people.planned.id]);
  expect(await matching({ account: "no profile" })).toEqual(["newcomer"]);
});

test("the last use of a session is found a minute later", async () => {
  await world.asOwner("insert into auth.sessions (user_id, method) values ($1, 'password')", [
    people.student.id,
  ]);
  await world.asOwner("select private.update_last_seen()");
  expect(await matching({ seenWithinDays: 1 })).toEqual(["student"]);
  expect(await matching({ notSeenForDays: 1 })).not.toContain("student");
});

test.each([
  { search: "x".repeat(201) },
  { level: "UG" },
  { level: null },
  { level: ["ug"] },
  { status: "active" },
  { endsWithinDays: "7" },
  { endsWithinDays: 1.5 },
  { endsWithinDays: -1 },
  { endsWithinDays: 401 },
  { joinedFrom: "2026-13-01" },
  { joinedTo: "infinity" },
  { mark: "1" },
  { unknown: "x" },
  { "level'": "ug" },
  [],
  "ug",
  null,
])(
  "an unknown condition is refused, in the app and in the database, instead of matching everybody: %j",
  async (filter) => {
    expect(readStudentFilter(filter)).toEqual({});
    await expect(
      world.asOwner("select private.read_student_filter($1)", [JSON.stringify(filter)]),
    ).rejects.toMatchObject(refusedWith("Unknown filter."));
  },
);
