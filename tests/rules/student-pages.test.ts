import { expect, test } from "vitest";
import { setUpWorld } from "./rules-world.ts";
import { ALL_NAMES, addStudents, BY_NAME, listStudents, type StudentQuery } from "./student-list-world.ts";

const world = setUpWorld();

test.each(["created_at.asc", "created_at.desc", "name.asc", "name.desc", "email.asc", "email.desc"])(
  "the pages together contain the whole list in the order %s, with and without a search",
  async (sort) => {
    // Several students then have the same name.
    await world.asOwner("update profiles set first_name = 'Asha' where not has_plan");
    for (const query of [{}, { search: "gowda" }, { status: "None" }]) {
      const ids = async (page: object) =>
        (await listStudents(world, { sort, ...query, ...page })).rows.map(({ id }) => id);
      const whole = await ids({});
      const pages: unknown[] = [];
      for (const page of whole.keys()) pages.push(...(await ids({ page: page + 1, page_size: 1 })));
      expect(pages).toEqual(whole);
    }
  },
);

test("more than a thousand matches are counted only up to the next thousand", async () => {
  await addStudents(world, 2101, "'Kavya'", "case when n > 1000 then 'Rai' else 'Rao' end");
  const find = async (query: StudentQuery) => {
    const { rows, total } = await listStudents(world, { search: "kavya", ...query });
    return [rows.length, total, rows[0]?.total_is_exact, rows[0]?.email];
  };
  expect(await find({ sort: "email.asc" })).toEqual([10, 1000, false, "1000@example.com"]);
  expect(await find({ sort: "email.asc", page: 2 })).toEqual([10, 1000, false, "100@example.com"]);
  expect(await find({ search: "kavya rao" })).toEqual([10, 1000, true, expect.anything()]);
  expect(await find({ search: "ka" })).toEqual([10, 1000, false, expect.anything()]);
  expect(await find({ search: "ka", page: 100 })).toEqual([10, 2000, false, expect.anything()]);
  expect(await find({ page: 200 })).toEqual([10, 2101, true, expect.anything()]);
  expect(await find({ page: 211 })).toEqual([1, 2101, true, expect.anything()]);
  expect(await find({ search: "77@" })).toEqual([10, 21, true, expect.anything()]);
  await world.as(
    "admin",
    "select assign_plan(id, 'ug', 'cet', 'Basic') from profiles where email = '1000@example.com'",
  );
  const first = { sort: "email.asc", page_size: 1 };
  expect(await find({ ...first, status: "None" })).toEqual([1, 1000, false, "1001@example.com"]);
  expect(await find({ ...first, status: "Active" })).toEqual([1, 1, true, "1000@example.com"]);
  // A page holds at most a hundred students.
  expect((await find({ search: "", page_size: 1000 }))[0]).toBe(100);
  expect((await find({ search: "", page_size: 99 }))[0]).toBe(99);
});

test("all matches are counted and sorted even if thousands of other students come first in the order", async () => {
  await addStudents(world, 6200, "case when n > 4990 then 'Zoya' else 'Asha' end", "'Rao'");
  const { rows, total, names } = await listStudents(world, { search: "zoya", sort: "name.asc" });
  expect([rows.length, total, rows[0]?.total_is_exact]).toEqual([10, 1210, true]);
  expect(new Set(names)).toEqual(new Set(["Zoya"]));
});

test("each page holds the requested number of students and the total", async () => {
  const pages: unknown[] = [];
  for (const page of [1, 2, 3]) pages.push(await listStudents(world, { ...BY_NAME, page, page_size: 4 }));
  expect(pages).toMatchObject([
    { names: ALL_NAMES.slice(0, 4), total: 6 },
    { names: ALL_NAMES.slice(4), total: 6 },
    { names: [] },
  ]);
});

test.each([
  ["created_at.asc", ["Student", "Planned", "Other"]],
  ["created_at.desc", ["Former", "Admin", "Expired"]],
  ["name.desc", ["Student", "Planned", "Other"]],
  ["email.asc", ["Admin", "Expired", "Former"]],
  ["email.desc", ["Student", "Planned", "Other"]],
])("the order %s begins with %j", async (sort, names) => {
  await world.asOwner(
    "update private.student_list set created_at = now() + right(id::text, 1)::int * interval '1 day'",
  );
  expect(await listStudents(world, { sort, page_size: 3 })).toMatchObject({ names });
});

test("students with the same first name are ordered by last name", async () => {
  for (const [who, last_name] of [
    ["student", "Rao"],
    ["planned", "Khan"],
  ] as const)
    await world.as(who, "update profiles set first_name = 'Aaliya', last_name = $1", [last_name]);
  const { rows } = await listStudents(world, { ...BY_NAME, page_size: 2 });
  expect(rows.map(({ last_name }) => last_name)).toEqual(["Khan", "Rao"]);
});

test.each([
  [{ page: 0, page_size: 1000 }, 6],
  [{ page: -3, page_size: 0 }, 1],
  [{ page: 2_147_483_647, page_size: 100 }, 0],
  [{ page: 2_147_483_647, page_size: 100, search: "gowda" }, 0],
])("a page out of range is moved into range: %j", async (query, rows) => {
  expect((await listStudents(world, query)).rows).toHaveLength(rows);
});

test.each([
  { sort: "phone; drop table profiles" },
  { status: "Gone" },
  { sort: null },
  { page: null },
  { page_size: null },
])("an unknown status, order or page is refused: %j", async (query) => {
  await expect(listStudents(world, query as StudentQuery)).rejects.toThrow("Unknown status, order or page.");
});
