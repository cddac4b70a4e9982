import { expect, test } from "vitest";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";
import { ALL_NAMES, BY_NAME, listStudents } from "./student-list-world.ts";

const { student } = people;
const world = setUpWorld();

test.each([
  ["PLANNED@EXAMPLE", ["Planned"]],
  ["planned gow", ["Planned"]],
  ["Gowda  planned", ["Planned"]],
  ["go pla", ["Planned"]],
  ["gowda planned student", []],
  ["planned@example.org gowda", ["Planned"]],
  ["00004", ["Other"]],
  ["9000000004", ["Other"]],
  ["+91 90000-00004", ["Other"]],
  ["090000 00004", ["Other"]],
  ["(91) 9000000004", ["Other"]],
  ["00 00 00 4", ["Other"]],
  ["  other ", ["Other"]],
  ["", ALL_NAMES],
  ["nobody", []],
  // An address and the name after it are searched separately.
  ["orgstudent", []],
  ["org\nstudent", ["Student"]],
])("searching for %j finds %j", async (search, names) => {
  expect(await listStudents(world, { ...BY_NAME, search })).toMatchObject({ names, total: names.length });
});

test.each(["%", "_", "\\", "100%_\\'", "go_da", "go%da", "go\\da"])(
  "%j in a search is not a wildcard",
  async (search) => {
    expect((await listStudents(world, { search })).total).toBe(0);
    await world.as("student", "update profiles set last_name = $1", [`a${search}b`]);
    expect(await listStudents(world, { search })).toMatchObject({ names: ["Student"] });
  },
);

test("a name in Kannada is found by a part of it", async () => {
  await world.as("student", "update profiles set first_name = 'ಕಿರಣ್', last_name = 'ಗೌಡ'");
  expect(await listStudents(world, { search: "ರಣ್ ಗೌ" })).toMatchObject({ rows: [{ id: student.id }] });
});

test("a phone number is found regardless of how it was typed into the profile", async () => {
  for (const phone of ["+91 98765-43210", "98765 43210", "09876543210", "(98765)43210"]) {
    await world.as("student", "update profiles set phone = $1", [phone]);
    for (const search of ["9876543210", "+91 9876543210", "98765 43210", phone])
      expect(await listStudents(world, { search })).toMatchObject({ rows: [{ id: student.id }], total: 1 });
  }
});

test("search and status are combined", async () => {
  expect(await listStudents(world, { ...BY_NAME, search: "ed gowda", status: "Active" })).toMatchObject({
    names: ["Planned"],
  });
});

test.each([
  ["{kavya}", "student_list_by_search_text"],
  ["{kavya@example.org,ka}", "student_list_by_search_text"],
  ["{ka}", "student_list_by_letters"],
])("a search for the words %s uses its index", async (words, index) => {
  await world.asOwner("set local enable_seqscan = off");
  const plan = await world.asOwner(
    `explain select from private.student_list as student where private.matches_search(student, '${words}'::text[])`,
  );
  expect(JSON.stringify(plan)).toContain(index);
});

test.each([
  ["all", "name.asc", "student_list_by_name"],
  ["active", "email.desc", "student_list_by_plan_and_email"],
  ["inactive", "created_at.desc", "student_list_by_plan_and_age"],
  ["none", "name.desc", "student_list_by_plan_and_name"],
])("the status %s in the order %s is read from its index, without a sort", async (status, sort, index) => {
  await world.asOwner("set local enable_seqscan = off");
  const [order] = await world.asOwner<{ columns: string }>("select private.student_order($1) as columns", [
    sort,
  ]);
  const plan = await world.asOwner(
    `explain select from private.student_list as student
         where private.has_status(student, '${status}', '{}') order by ${order?.columns} limit 10`,
  );
  expect(JSON.stringify(plan)).toContain(`${index} on`);
  expect(JSON.stringify(plan)).not.toContain("Sort");
});

test.each(["k", "ka", "ಕ", "ಕಿ", "😀", "😀k"])(
  "the one or two letters %j are found anywhere in a name, and only there",
  async (search) => {
    for (const last_name of [search, `${search}xx`, `xx${search}`, `xx${search}xx`]) {
      await world.as("student", "update profiles set first_name = 'X', last_name = $1", [last_name]);
      const { rows } = await listStudents(world, { search });
      expect(rows).toContainEqual(expect.objectContaining({ id: student.id }));
    }
    await world.as("student", "update profiles set last_name = 'Xx'");
    const { rows } = await listStudents(world, { search });
    expect(rows).not.toContainEqual(expect.objectContaining({ id: student.id }));
  },
);

test("letters that the index stores under the same number are distinguished", async () => {
  const twin = String.fromCodePoint("q".charCodeAt(0) + 32768);
  await world.as("student", "update profiles set first_name = 'X', last_name = $1", [twin]);
  expect((await listStudents(world, { search: "q" })).rows).toEqual([]);
  expect(await listStudents(world, { search: twin })).toMatchObject({ rows: [{ id: student.id }] });
});

test.each([
  ["planned@example.org", ["Planned"]],
  [" planned@example.org ", ["Planned"]],
  ["ed@example", ["Expired", "Planned"]],
  ["ed@example.com", []],
  ["d@", ["Expired", "Planned"]],
  ["@example.org", ALL_NAMES],
  ["t@example.org", ["Student"]],
])("an address is compared up to its end: %j finds %j", async (search, names) => {
  expect(await listStudents(world, { ...BY_NAME, search })).toMatchObject({ names, total: names.length });
});
