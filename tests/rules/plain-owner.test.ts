import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { clusterUrl, createEmptyDatabase, ownerQuery, type TestDatabase } from "../world/cluster.ts";
import { queryOverNewConnection } from "../world/sql.ts";
import { booking, dayFromToday } from "./calendar.ts";

// In the other files a superuser owns the tables. Here the owner is an ordinary login, as on hosted databases:
// functions that run with their owner's rights must still reach all rows.
const OWNER = { name: "plain_owner", password: "for-tests-only" };
const STUDENT = "a1b2c3d4-0000-4000-8000-000000000001";
const ADMIN = "a1b2c3d4-0000-4000-8000-000000000002";

let database: TestDatabase;
let api: pg.Client;
let service: pg.Client;

beforeAll(async () => {
  await ownerQuery(`create role ${OWNER.name} login createrole password '${OWNER.password}'`);
  await ownerQuery(
    `grant anon, authenticated, service_role, maarga_server, maarga_request to ${OWNER.name} with admin option`,
  );
  database = await createEmptyDatabase(OWNER.name);
  const url = clusterUrl(database.name, OWNER);
  const logins = await prepareDatabase(url);
  await queryOverNewConnection(
    url,
    `insert into auth.users (id, email, email_confirmed_at)
     values ('${STUDENT}', 's@example.org', now()), ('${ADMIN}', 'a@example.org', now())`,
  );
  api = new pg.Client({ connectionString: logins.apiUrl });
  service = new pg.Client({ connectionString: logins.serviceUrl });
  await Promise.all([api.connect(), service.connect()]);
  await service.query("insert into private.admins (user_id, granted_by) values ($1, 'tests')", [ADMIN]);
});

afterAll(async () => {
  await Promise.all([api.end(), service.end()]);
  await database.drop();
  await ownerQuery(`drop role ${OWNER.name}`);
});

async function as(sub: string, sql: string, values: unknown[] = []) {
  await api.query("begin");
  try {
    await api.query(
      "select set_config('role', 'authenticated', true), set_config('request.jwt.claims', $1, true)",
      [JSON.stringify({ sub, role: "authenticated" })],
    );
    const result = await api.query(sql, values);
    await api.query("commit");
    return result;
  } catch (error) {
    await api.query("rollback");
    throw error;
  }
}

test("a student registers, gets a plan, books, uploads, and has no plan once it has ended", async () => {
  const book = "insert into slots (user_id, start_time, end_time) values ($1, $2, $3)";
  const upload = "insert into storage.objects (bucket_id, name) values ('user-documents', $1)";
  const times = booking(dayFromToday(30), "10:30-11:00");
  await as(STUDENT, "insert into profiles (id, first_name, last_name, phone) values ($1, 'A', 'B', '1')", [
    STUDENT,
  ]);
  await expect(as(STUDENT, book, [STUDENT, ...times])).rejects.toThrow(
    "Please purchase a plan to book slots.",
  );

  await as(ADMIN, "select assign_plan($1, 'ug', 'cet', 'Medium')", [STUDENT]);
  expect((await as(STUDENT, "select has_plan from profiles")).rows).toEqual([{ has_plan: true }]);
  await as(STUDENT, book, [STUDENT, ...times]);
  await expect(as(STUDENT, book, [STUDENT, ...times])).rejects.toThrow("This slot is already booked.");
  for (const number of [1, 2, 3, 4]) await as(STUDENT, upload, [`${STUDENT}/170000000000${number}_a.pdf`]);
  await service.query(upload, [`${STUDENT}/1700000000005_a.pdf`]);
  await expect(as(STUDENT, upload, [`${STUDENT}/1700000000006_a.pdf`])).rejects.toThrow("row-level security");
  expect((await as(ADMIN, "select * from busy_slots")).rowCount).toBe(1);
  expect((await as(ADMIN, "select * from list_students(status => 'Active')")).rowCount).toBe(1);

  await service.query("select private.compact_student_counts()");
  expect((await as(ADMIN, "select total from list_students()")).rows).toEqual([{ total: "1" }]);

  await ownerOf(`update user_plans set expires_at = now()`);
  expect((await service.query("select private.end_expired_plans() as ended")).rows).toEqual([{ ended: 1 }]);
  expect((await as(ADMIN, "select * from list_students(status => 'Inactive')")).rowCount).toBe(1);
});

const ownerOf = (sql: string) => queryOverNewConnection(clusterUrl(database.name, OWNER), sql);

test("the server's own login can access the tables of its services, but not those of the students", async () => {
  for (const table of ["profiles", "plans", "user_plans", "slots", "busy_slots"])
    await expect(service.query(`select * from ${table}`)).rejects.toThrow("permission denied");
  expect((await service.query("delete from storage.objects")).rowCount).toBe(5);
  expect((await service.query("select * from storage.buckets")).rowCount).toBe(3);
  expect((await service.query("select user_id from private.admins")).rowCount).toBe(1);
});
