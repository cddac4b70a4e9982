import { describe, expect, test } from "vitest";
import { everyone } from "./access.ts";
import { people } from "./people.ts";
import { setUpWorld } from "./rules-world.ts";
import { ALL_NAMES, BY_NAME, listStudents } from "./student-list-world.ts";

const { expired, newcomer, planned, student } = people;
const world = setUpWorld();

test("an admin sees every student once, with their latest plan and its status", async () => {
  await world.as("admin", "select assign_plan($1, 'ug', 'neet', 'Medium')", [planned.id]);
  const { rows } = await listStudents(world, BY_NAME);
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

describe("in the student list", () => {
  test.each([
    ["all", ALL_NAMES],
    ["Active", ["Other", "Planned"]],
    ["Inactive", ["Expired"]],
    ["None", ["Admin", "Former", "Student"]],
    ["none", ["Admin", "Former", "Student"]],
  ])("the status %s finds %j", async (status, names) => {
    expect(await listStudents(world, { ...BY_NAME, status })).toMatchObject({ names, total: names.length });
  });

  test("a plan that has ended is Inactive before and after the job marks it as ended", async () => {
    await world.asOwner("select private.end_expired_plans()");
    await world.as("admin", "select assign_plan($1, 'none', 'none', 'None')", [planned.id]);
    expect(await listStudents(world, { ...BY_NAME, status: "Inactive" })).toMatchObject({
      names: ["Expired", "Planned"],
      rows: [{ plan_status: "Inactive" }, { plan_status: "Inactive" }],
    });
    expect(await listStudents(world, { ...BY_NAME, status: "Active" })).toMatchObject({ names: ["Other"] });
    expect(await listStudents(world, { ...BY_NAME, status: "None" })).toMatchObject({
      names: ["Admin", "Former", "Student"],
    });
  });

  test("a plan that ends at this instant is Inactive", async () => {
    await world.withoutTriggers("update user_plans set expires_at = now() where user_id = $1", [planned.id]);
    expect(await listStudents(world, { status: "Active" })).toMatchObject({ names: ["Other"], total: 1 });
    expect(await listStudents(world, { ...BY_NAME, status: "Inactive" })).toMatchObject({
      names: ["Expired", "Planned"],
      total: 2,
    });
  });

  test("a student whose plan has ended is counted once, even if they save their profile before the job runs", async () => {
    await world.as("expired", "update profiles set city = 'Hubballi'");
    expect(await listStudents(world, { status: "Active" })).toMatchObject({ total: 2 });
    expect(await listStudents(world, { status: "Inactive" })).toMatchObject({ names: ["Expired"], total: 1 });
  });

  test("a student with a new plan after an old one is Active", async () => {
    await world.as("admin", "select assign_plan($1, 'ug', 'cet', 'Basic')", [expired.id]);
    expect(await listStudents(world, { ...BY_NAME, status: "Inactive" })).toMatchObject({ names: [] });
    expect((await listStudents(world, { ...BY_NAME, status: "Active" })).names).toContain("Expired");
  });
});

test("the counts are updated when a student joins or leaves, and when their plan is assigned, ends or is deleted", async () => {
  const totals = async () => {
    const found: number[] = [];
    for (const status of ["all", "Active", "Inactive", "None"]) {
      const { total, rows } = await listStudents(world, { status, page_size: 100 });
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

test("the list is updated when a student joins, leaves, or changes their name or phone, or proves another address", async () => {
  const found = async (search: string) => (await listStudents(world, { ...BY_NAME, search })).names;
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
  ] as const) {
    await world.as("newcomer", `update profiles set ${column} = $1`, [value]);
    expect(await found(value)).toHaveLength(1);
  }
  await world.asOwner("update auth.users set email = 'asha.k@example.net' where id = $1", [newcomer.id]);
  expect(await found("asha.k@example.net")).toEqual(["Asha"]);
  expect(await found("zoya")).toEqual([]);
  expect((await listStudents(world, { sort: "email.asc" })).names.slice(0, 2)).toEqual(["Admin", "Asha"]);
  await world.asOwner("delete from auth.users where id = $1", [newcomer.id]);
  expect(await found("asha")).toEqual([]);
});

test("the list row is not rewritten when another column of the profile changes", async () => {
  const row = () => world.asOwner("select ctid, * from private.student_list where id = $1", [student.id]);
  const before = await row();
  await world.as("student", "update profiles set city = 'Mysuru', first_name = first_name");
  expect(await row()).toEqual(before);
});

test("only an admin and the secret key can list students", async () => {
  for (const who of everyone) {
    const refusals = {
      admin: undefined,
      secretKey: undefined,
      visitor: "permission denied for function list_students",
    };
    const expected =
      who in refusals ? refusals[who as keyof typeof refusals] : "You are not authorized to access this page";
    expect((await world.refusal(who, "select * from list_students()"))?.message).toBe(expected);
  }
});
