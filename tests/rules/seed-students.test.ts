import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { seedStudents } from "../../server/operator/seed-students.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";

let database: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await createDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

async function seed(count: number): Promise<void> {
  await seedStudents(async (text, values = []) => {
    const { rows, rowCount } = await owner.query(text, [...values]);
    return { rows, rowCount: rowCount ?? 0 };
  }, count);
}

async function students(): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query(
    `select profiles.*, users.password_hash,
       (select count(*)::integer from user_plans where user_id = profiles.id) as plans,
       private.active_plan(profiles.id) is not null as has_plan_by_the_rule
     from profiles join auth.users using (id) order by id`,
  );
  return rows;
}

test("sample students have plans in every state, joined over a year, and can neither be mailed nor sign in", async () => {
  await seed(300);
  const samples = await students();
  expect(samples).toHaveLength(300);
  expect(new Set(samples.map(({ email }) => email)).size).toBe(300);
  for (const student of samples) {
    expect(student.email).toMatch(/^[a-z]+\.[a-z]+\d+@example\.com$/);
    expect(student.phone).toMatch(/^5\d{4} \d{5}$/);
    expect(student.password_hash).toBeNull();
    expect(student.has_plan).toBe(student.has_plan_by_the_rule);
    expect(student.had_plan).toBe(Number(student.plans) > 0);
  }
  const months = new Set(samples.map(({ created_at }) => (created_at as Date).toISOString().slice(0, 7)));
  expect(months.size).toBeGreaterThanOrEqual(12);
  const { rows } = await owner.query(
    "select has_plan, plans > 0 as had_one, plans > 1 as had_two from (select has_plan, (select count(*) from user_plans where user_id = profiles.id) as plans from profiles) as p group by 1, 2, 3",
  );
  expect(rows).toHaveLength(4);
});

test("sample students are listed and counted like real ones", async () => {
  const { rows } = await owner.query(
    "select from profiles cross join lateral private.student_list_row(profiles) as listed where not exists (select from private.student_list where student_list = listed)",
  );
  expect(rows).toEqual([]);
  const kinds = async (students: string, from: string) =>
    (
      await owner.query(
        `select has_plan, had_plan, ${students} as students from ${from} group by 1, 2 order by 1, 2`,
      )
    ).rows;
  expect(await kinds("sum(students)", "private.student_counts")).toEqual(await kinds("count(*)", "profiles"));
});

test("a larger number adds students and keeps the others; a smaller number does nothing", async () => {
  const before = await students();
  await seed(310);
  const after = await students();
  expect(after).toHaveLength(310);
  expect(after.slice(0, 300)).toEqual(before);
  await seed(5);
  expect(await students()).toHaveLength(310);
});

test("all triggers are enabled again afterwards", async () => {
  const { rows } = await owner.query(
    "select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'",
  );
  expect(rows).toEqual([]);
});

test("a database with accounts of real people other than admins is refused", async () => {
  const { rows } = await owner.query(
    "insert into auth.users (email, email_confirmed_at) values ('asha@example.org', now()) returning id",
  );
  await expect(seed(320)).rejects.toThrow("accounts of real people (1)");
  await owner.query("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [rows[0].id]);
  await seed(320);
  await owner.query(
    "insert into profiles (id, email, first_name, last_name, phone) values ($1, 'asha@example.org', 'Asha', 'Rao', '1')",
    [rows[0].id],
  );
  await expect(seed(330)).rejects.toThrow("accounts of real people (1)");
  expect(await students()).toHaveLength(321);
});
