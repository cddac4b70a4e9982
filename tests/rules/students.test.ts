import { describe, expect, test } from "vitest";
import { everyone } from "./access.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";

const { expired, newcomer, planned, student } = people;

const world = setUpWorld();

type Query = { search?: string; status?: string; page?: number; page_size?: number; sort?: string };

async function list(query: Query = {}) {
  const names = Object.keys(query);
  const call = `select * from list_students(${names.map((name, index) => `${name} => $${index + 1}`)})`;
  const { rows } = await world.as("admin", call, Object.values(query));
  return { rows, total: Number(rows[0]?.total ?? 0), names: rows.map((row) => row.first_name) };
}

const BY_NAME = { sort: "name.asc" };
const EVERYONE = ["Admin", "Expired", "Former", "Other", "Planned", "Student"];

test("an admin sees every student once, with the latest plan and what it is worth now", async () => {
  await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [planned.id]);
  const { rows } = await list(BY_NAME);
  expect(rows.map((row) => [row.first_name, row.plan_name, row.plan_status])).toEqual([
    ["Admin", null, "None"],
    ["Expired", "Basic", "Inactive"],
    ["Former", null, "None"],
    ["Other", "Basic", "Active"],
    ["Planned", "Medium", "Active"],
    ["Student", null, "None"],
  ]);
  expect(rows[4]).toEqual({
    id: planned.id,
    email: "planned@example.org",
    first_name: "Planned",
    last_name: "Gowda",
    phone: "90000 00003",
    created_at: expect.any(Date),
    plan_level: "ug",
    plan_exam: "neet",
    plan_name: "Medium",
    plan_status: "Active",
    assigned_at: expect.any(Date),
    expires_at: new Date("2027-12-31T23:59:59+05:30"),
    total: "6",
    total_is_exact: true,
  });
});

describe("the status", () => {
  test.each([
    ["all", EVERYONE],
    ["Active", ["Other", "Planned"]],
    ["Inactive", ["Expired"]],
    ["None", ["Admin", "Former", "Student"]],
    ["none", ["Admin", "Former", "Student"]],
  ])("%s finds %j", async (status, names) => {
    expect(await list({ ...BY_NAME, status })).toMatchObject({ names, total: names.length });
  });

  test("it is the same before and after the job has ended a plan", async () => {
    await world.asOwner("select private.end_expired_plans()");
    await world.as("admin", "select assign_plan($1, 'none', 'none', 'None')", [planned.id]);
    expect(await list({ ...BY_NAME, status: "Inactive" })).toMatchObject({
      names: ["Expired", "Planned"],
      rows: [{ plan_status: "Inactive" }, { plan_status: "Inactive" }],
    });
    expect(await list({ ...BY_NAME, status: "Active" })).toMatchObject({ names: ["Other"] });
    expect(await list({ ...BY_NAME, status: "None" })).toMatchObject({
      names: ["Admin", "Former", "Student"],
    });
  });

  test("a plan that ends at this instant is over", async () => {
    await world.withoutTriggers("update user_plans set expires_at = now() where user_id = $1", [planned.id]);
    expect(await list({ status: "Active" })).toMatchObject({ names: ["Other"], total: 1 });
    expect(await list({ ...BY_NAME, status: "Inactive" })).toMatchObject({
      names: ["Expired", "Planned"],
      total: 2,
    });
  });

  test("whose plan is over is counted once, also when the profile is saved before the job comes", async () => {
    await world.as("expired", "update profiles set city = 'Hubballi'");
    expect(await list({ status: "Active" })).toMatchObject({ total: 2 });
    expect(await list({ status: "Inactive" })).toMatchObject({ names: ["Expired"], total: 1 });
  });

  test("whoever has a new plan after an old one is active, not inactive", async () => {
    await world.as("admin", "select assign_plan($1, 'ug', 'cet', 'Basic')", [expired.id]);
    expect(await list({ ...BY_NAME, status: "Inactive" })).toMatchObject({ names: [] });
    expect((await list({ ...BY_NAME, status: "Active" })).names).toContain("Expired");
  });
});

test("the counts are kept: somebody joins, gets a plan, sees one end, loses its row, leaves", async () => {
  const totals = async () => {
    const found: number[] = [];
    for (const status of ["all", "Active", "Inactive", "None"]) {
      const { total, rows } = await list({ status, page_size: 100 });
      expect(total).toBe(rows.length);
      found.push(total);
    }
    return found;
  };
  expect(await totals()).toEqual([6, 2, 1, 3]);
  await world.as(
    "newcomer",
    "insert into profiles (id, first_name, last_name, phone) values ($1, 'New', 'Rao', '1')",
    [newcomer.id],
  );
  expect(await totals()).toEqual([7, 2, 1, 4]);
  await world.as("admin", "select assign_plan($1, 'ug', 'cet', 'Basic')", [newcomer.id]);
  expect(await totals()).toEqual([7, 3, 1, 3]);
  await world.asOwner("select private.compact_student_counts()");
  expect(await totals()).toEqual([7, 3, 1, 3]);
  expect(await world.asOwner("select from private.student_counts")).toHaveLength(2);
  await world.as("secretKey", "delete from user_plans where user_id = $1", [newcomer.id]);
  expect(await totals()).toEqual([7, 2, 1, 4]);
  await world.asOwner("select private.end_expired_plans()");
  expect(await totals()).toEqual([7, 2, 1, 4]);
  await world.as("secretKey", "delete from user_plans where user_id = $1", [expired.id]);
  expect(await totals()).toEqual([7, 2, 0, 5]);
  await world.asOwner("delete from auth.users where id = any ($1)", [[newcomer.id, planned.id]]);
  expect(await totals()).toEqual([5, 1, 0, 4]);
});

describe("the search", () => {
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
    ["", EVERYONE],
    ["nobody", []],
    // The end of an address and the start of a name are not next to each other.
    ["orgstudent", []],
    ["org\nstudent", ["Student"]],
  ])("%j finds %j", async (search, names) => {
    expect(await list({ ...BY_NAME, search })).toMatchObject({ names, total: names.length });
  });

  test.each(["%", "_", "\\", "100%_\\'", "go_da", "go%da", "go\\da"])("%j means itself", async (search) => {
    expect((await list({ search })).total).toBe(0);
    await world.as("student", "update profiles set last_name = $1", [`a${search}b`]);
    expect(await list({ search })).toMatchObject({ names: ["Student"] });
  });

  test("a name in Kannada is found by a part of it", async () => {
    await world.as("student", "update profiles set first_name = 'ಕಿರಣ್', last_name = 'ಗೌಡ'");
    expect(await list({ search: "ರಣ್ ಗೌ" })).toMatchObject({ rows: [{ id: student.id }] });
  });

  test("somebody without an address is found by name", async () => {
    await world.as("student", "update profiles set email = null");
    expect(await list({ search: "student gowda" })).toMatchObject({ total: 1 });
  });

  test("a number is found however it was typed into the profile", async () => {
    for (const phone of ["+91 98765-43210", "98765 43210", "09876543210", "(98765)43210"]) {
      await world.as("student", "update profiles set phone = $1", [phone]);
      for (const search of ["9876543210", "+91 9876543210", "98765 43210", phone])
        expect(await list({ search })).toMatchObject({ rows: [{ id: student.id }], total: 1 });
    }
  });

  test("search and status narrow each other", async () => {
    expect(await list({ ...BY_NAME, search: "ed gowda", status: "Active" })).toMatchObject({
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
    "%j, one letter or two, is found in any place and nowhere else",
    async (search) => {
      for (const last_name of [search, `${search}xx`, `xx${search}`, `xx${search}xx`]) {
        await world.as("student", "update profiles set first_name = 'X', last_name = $1", [last_name]);
        const { rows } = await list({ search });
        expect(rows).toContainEqual(expect.objectContaining({ id: student.id }));
      }
      await world.as("student", "update profiles set last_name = 'Xx'");
      const { rows } = await list({ search });
      expect(rows).not.toContainEqual(expect.objectContaining({ id: student.id }));
    },
  );

  test("letters that share a number are told apart", async () => {
    const twin = String.fromCodePoint("q".charCodeAt(0) + 32768);
    await world.as("student", "update profiles set first_name = 'X', last_name = $1", [twin]);
    expect((await list({ search: "q" })).rows).toEqual([]);
    expect(await list({ search: twin })).toMatchObject({ rows: [{ id: student.id }] });
  });

  test.each([
    ["planned@example.org", ["Planned"]],
    [" planned@example.org ", ["Planned"]],
    ["ed@example", ["Expired", "Planned"]],
    ["ed@example.com", []],
    ["d@", ["Expired", "Planned"]],
    ["@example.org", EVERYONE],
    ["t@example.org", ["Student"]],
  ])("an address is compared to its end: %j finds %j", async (search, names) => {
    expect(await list({ ...BY_NAME, search })).toMatchObject({ names, total: names.length });
  });
});

describe("the list follows", () => {
  test("somebody who joins, changes name, address or number, or leaves", async () => {
    const found = async (search: string) => (await list({ ...BY_NAME, search })).names;
    await world.as(
      "newcomer",
      "insert into profiles (id, first_name, last_name, phone) values ($1, 'Zoya', 'Rao', '1')",
      [newcomer.id],
    );
    expect(await found("zoya rao")).toEqual(["Zoya"]);
    for (const [column, value] of [
      ["first_name", "Asha"],
      ["last_name", "Khan"],
      ["phone", "98450 12345"],
      ["email", "asha.k@example.net"],
    ] as const) {
      await world.as("newcomer", `update profiles set ${column} = $1`, [value]);
      expect(await found(value)).toHaveLength(1);
    }
    expect(await found("zoya")).toEqual([]);
    expect((await list({ sort: "email.asc" })).names.slice(0, 2)).toEqual(["Admin", "Asha"]);
    await world.asOwner("delete from auth.users where id = $1", [newcomer.id]);
    expect(await found("asha")).toEqual([]);
  });

  test("what a change of anything else leaves as it is", async () => {
    const row = () => world.asOwner("select ctid, * from private.student_list where id = $1", [student.id]);
    const before = await row();
    await world.as("student", "update profiles set city = 'Mysuru', first_name = first_name");
    expect(await row()).toEqual(before);
  });
});

describe("pages", () => {
  test.each(["created_at.asc", "created_at.desc", "name.asc", "name.desc", "email.asc", "email.desc"])(
    "put one behind the other they are the whole list, by %s, searched or not",
    async (sort) => {
      // Some have the same name, and no address.
      await world.asOwner("update profiles set first_name = 'Asha', email = null where not has_plan");
      for (const wish of [{}, { search: "gowda" }, { status: "None" }]) {
        const ids = async (page: object) => (await list({ sort, ...wish, ...page })).rows.map(({ id }) => id);
        const whole = await ids({});
        const pages: unknown[] = [];
        for (const page of whole.keys()) pages.push(...(await ids({ page: page + 1, page_size: 1 })));
        expect(pages).toEqual(whole);
      }
    },
  );

  test("of those who are found in thousands the next thousand are counted", async () => {
    await world.asOwner(`
        with made as (insert into auth.users (email) select n || '@example.com' from generate_series(1, 2101) as n returning id, email)
        insert into profiles (id, email, first_name, last_name, phone)
        select id, email, 'Kavya', case when row_number() over () > 1000 then 'Rai' else 'Rao' end, '1' from made`);
    const look = async (query: Query) => {
      const { rows, total } = await list({ search: "kavya", ...query });
      return [rows.length, total, rows[0]?.total_is_exact, rows[0]?.email];
    };
    expect(await look({ sort: "email.asc" })).toEqual([10, 1000, false, "1000@example.com"]);
    expect(await look({ sort: "email.asc", page: 2 })).toEqual([10, 1000, false, "100@example.com"]);
    expect(await look({ search: "kavya rao" })).toEqual([10, 1000, true, expect.anything()]);
    expect(await look({ search: "ka" })).toEqual([10, 1000, false, expect.anything()]);
    expect(await look({ search: "ka", page: 100 })).toEqual([10, 2000, false, expect.anything()]);
    expect(await look({ page: 200 })).toEqual([10, 2101, true, expect.anything()]);
    expect(await look({ page: 211 })).toEqual([1, 2101, true, expect.anything()]);
    expect(await look({ search: "77@" })).toEqual([10, 21, true, expect.anything()]);
    await world.as(
      "admin",
      "select assign_plan(id, 'ug', 'cet', 'Basic') from profiles where email = '1000@example.com'",
    );
    const first = { sort: "email.asc", page_size: 1 };
    expect(await look({ ...first, status: "None" })).toEqual([1, 1000, false, "1001@example.com"]);
    expect(await look({ ...first, status: "Active" })).toEqual([1, 1, true, "1000@example.com"]);
    // No page holds more than a hundred.
    expect((await look({ search: "", page_size: 1000 }))[0]).toBe(100);
    expect((await look({ search: "", page_size: 99 }))[0]).toBe(99);
  });

  test("where an order begins with thousands of others, all who are found are counted and sorted", async () => {
    await world.asOwner(`
        with made as (insert into auth.users (email) select n || '@example.com' from generate_series(1, 6200) as n returning id, email)
        insert into profiles (id, email, first_name, last_name, phone)
        select id, email, case when split_part(email, '@', 1)::integer > 4990 then 'Zoya' else 'Asha' end, 'Rao', '1' from made`);
    const { rows, total, names } = await list({ search: "zoya", sort: "name.asc" });
    expect([rows.length, total, rows[0]?.total_is_exact]).toEqual([10, 1210, true]);
    expect(new Set(names)).toEqual(new Set(["Zoya"]));
  });

  test("each holds as many as asked for, and all know the total", async () => {
    const pages: unknown[] = [];
    for (const page of [1, 2, 3]) pages.push(await list({ ...BY_NAME, page, page_size: 4 }));
    expect(pages).toMatchObject([
      { names: EVERYONE.slice(0, 4), total: 6 },
      { names: EVERYONE.slice(4), total: 6 },
      { names: [] },
    ]);
  });

  test.each([
    ["created_at.asc", ["Student", "Planned", "Other"]],
    ["created_at.desc", ["Former", "Admin", "Expired"]],
    ["name.desc", ["Student", "Planned", "Other"]],
    ["email.asc", ["Admin", "Expired", "Former"]],
    ["email.desc", ["Student", "Planned", "Other"]],
  ])("%s begins with %j", async (sort, names) => {
    await world.asOwner(
      "update private.student_list set created_at = now() + right(id::text, 1)::int * interval '1 day'",
    );
    expect(await list({ sort, page_size: 3 })).toMatchObject({ names });
  });

  test("among those with one first name the last name decides", async () => {
    for (const [who, last_name] of [
      ["student", "Rao"],
      ["planned", "Khan"],
    ] as const)
      await world.as(who, "update profiles set first_name = 'Aaliya', last_name = $1", [last_name]);
    const { rows } = await list({ ...BY_NAME, page_size: 2 });
    expect(rows.map(({ last_name }) => last_name)).toEqual(["Khan", "Rao"]);
  });

  test.each([
    [{ page: 0, page_size: 1000 }, 6],
    [{ page: -3, page_size: 0 }, 1],
    [{ page: 2_147_483_647, page_size: 100 }, 0],
    [{ page: 2_147_483_647, page_size: 100, search: "gowda" }, 0],
  ])("an odd wish is brought into bounds: %j", async (query, rows) => {
    expect((await list(query)).rows).toHaveLength(rows);
  });

  test.each([
    { sort: "phone; drop table profiles" },
    { status: "Gone" },
    { sort: null },
    { page: null },
    { page_size: null },
  ])("a wish that means nothing is refused: %j", async (query) => {
    await expect(list(query as Query)).rejects.toThrow("Unknown status, order or page.");
  });
});

test("nobody but an admin gets the list", async () => {
  for (const who of everyone) {
    const told = {
      admin: undefined,
      secretKey: undefined,
      visitor: "permission denied for function list_students",
    };
    const expected =
      who in told ? told[who as keyof typeof told] : "You are not authorized to access this page";
    expect((await world.refusal(who, "select * from list_students()"))?.message).toBe(expected);
  }
});
