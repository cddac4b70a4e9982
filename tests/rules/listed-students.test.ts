import { expect, test } from "vitest";
import { type ListedPerson, PERSON_COLUMNS, PERSON_SORTS } from "../../domain/student-columns.ts";
import { everyone } from "./access.ts";
import { idOf, people } from "./people.ts";
import { refusedWith, setUpWorld } from "./rules-world.ts";
import { addStudents } from "./student-list-world.ts";

const world = setUpWorld();

type Found = ListedPerson & { total: string; total_is_exact: boolean };

async function find(filter: object = {}, sort = "name.asc", page = 1, size = 100): Promise<Found[]> {
  const { rows } = await world.as("admin", "select * from find_students($1, $2, $3, $4)", [
    filter,
    page,
    size,
    sort,
  ]);
  return rows as unknown as Found[];
}

const signUp = (email: string, hoursAgo: number) =>
  world.asOwner(
    `insert into auth.pending_sign_ups (email, link_hash, code_hash, created_at, expires_at)
     values ($1::text, sha256(($1 || $2::int)::bytea), '', now() - make_interval(hours => $2::int), now() + interval '1 day')`,
    [email, hoursAgo],
  );

test("only admins and the secret key may call find_students", async () => {
  for (const who of everyone) {
    const refused = await world.refusal(who, "select find_students()");
    expect(refused?.message).toBe(
      who === "admin" || who === "secretKey"
        ? undefined
        : idOf(who) === null
          ? "permission denied for function find_students"
          : "You are not authorized to access this page",
    );
  }
});

test("the list has everybody: students, those without a profile, and the newest sign-up of each address without an account", async () => {
  await signUp("late@example.org", 1);
  await signUp("late@example.org", 3);
  await signUp("planned@example.org", 2);
  const found = await find();
  expect(found.map(({ email }) => email.split("@")[0]).toSorted()).toEqual([
    "admin",
    "expired",
    "former",
    "late",
    "newcomer",
    "other",
    "planned",
    "student",
  ]);
  expect(found[0]?.total).toBe("8");
  const late = found.find(({ email }) => email === "late@example.org");
  expect(late).toMatchObject({ is_confirmed: false, has_profile: false, plan_status: "None", marks: [] });
  for (const filter of [
    { account: "unconfirmed" },
    { search: "late" },
    { account: "unconfirmed", status: "None" },
  ])
    expect((await find(filter)).map(({ email }) => email)).toEqual(["late@example.org"]);
  for (const filter of [
    { account: "unconfirmed", status: "Active" },
    { account: "no profile", search: "late" },
  ])
    expect(await find(filter)).toEqual([]);
  expect(JSON.stringify(found)).not.toMatch(/hash|password/);
});

test("a row has what its columns show", async () => {
  const mark = "0c000000-0000-4000-8000-000000000001";
  await world.asOwner(
    `insert into student_marks (id, name, made_by_email) values ('${mark}', 'call back', 'a')`,
  );
  await world.as("admin", "select mark_students($1, $2, true)", [mark, [people.planned.id]]);
  await world.as("planned", "insert into storage.objects (bucket_id, name) values ('user-documents', $1)", [
    `${people.planned.id}/1700000000001_marks.pdf`,
  ]);
  const [planned] = await find({ mark });
  expect(planned).toMatchObject({
    first_name: "Planned",
    phone: "90000 00003",
    plan_level: "ug",
    plan_status: "Active",
    payment: "none",
    has_booked: false,
    has_new_documents: true,
    last_seen_at: null,
    marks: [{ id: mark, name: "call back" }],
    total: "1",
    total_is_exact: true,
  });
  // Every column of the screen finds what it shows.
  for (const { text } of PERSON_COLUMNS)
    expect(text(JSON.parse(JSON.stringify(planned)))).not.toContain("undefined");
  expect((await find({ status: "Inactive" }))[0]).toMatchObject({
    first_name: "Expired",
    plan_status: "Inactive",
  });
});

test.each(PERSON_SORTS)("the pages together contain the whole list in the order %s", async (sort) => {
  await signUp("late@example.org", 1);
  for (const filter of [{}, { status: "None" }, { search: "e" }]) {
    const whole = await find(filter, sort);
    const pages: Found[] = [];
    for (const index of whole.keys()) pages.push(...(await find(filter, sort, index + 1, 1)));
    expect(pages.map(({ id }) => id)).toEqual(whole.map(({ id }) => id));
    expect(new Set(whole.map(({ total }) => Number(total)))).toEqual(new Set([whole.length]));
  }
});

test("matches are counted up to the next thousand, and those of a search up to five thousand", async () => {
  await addStudents(world, 1501, "'Kavya'", "'Rao'");
  await world.asOwner("select private.refresh_student_facts(id) from profiles where last_name = 'Rao'");
  const count = async (filter: object, page = 1) => {
    const rows = await find(filter, "email.asc", page, 10);
    return [rows.length, Number(rows[0]?.total), rows[0]?.total_is_exact];
  };
  expect(await count({})).toEqual([10, 1508, true]);
  expect(await count({}, 151)).toEqual([8, 1508, true]);
  expect(await count({ status: "None" })).toEqual([10, 1000, false]);
  expect(await count({ search: "kavya" })).toEqual([10, 1501, true]);
  expect(await count({ search: "kavya" }, 100)).toEqual([10, 1501, true]);
  expect(await count({ search: "kavya", status: "Active" })).toEqual([0, Number.NaN, undefined]);
});

test.each([
  ["select find_students('{}', 1, 10, 'phone.asc')", "Unknown order or page."],
  ["select find_students('{}', null)", "Unknown order or page."],
])("%s is refused", async (sql, message) => {
  expect((await world.refusal("admin", sql))?.message).toBe(message);
});

test("an unknown filter is refused, and a page out of range is moved into range", async () => {
  expect(await world.refusal("admin", `select find_students('{"level": "x"}')`)).toEqual(
    refusedWith("Unknown filter."),
  );
  expect(await find({}, "name.asc", -3, 0)).toHaveLength(1);
  expect(await find({}, "name.asc", 2_147_483_647)).toEqual([]);
});
