import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { LoginUrls } from "../../server/postgres/prepare/logins.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { queryOverNewConnection } from "../world/sql.ts";

let database: TestDatabase;
let logins: LoginUrls;

beforeAll(async () => {
  database = await createDatabase();
  logins = await prepareDatabase(database.url);
});

afterAll(() => database.drop());

test.each([
  ["apiUrl", "maarga_request", true],
  ["apiUrl", "anon", true],
  ["apiUrl", "authenticated", true],
  ["apiUrl", "service_role", true],
  ["apiUrl", "maarga_server", false],
  ["apiUrl", "postgres", false],
  ["serviceUrl", "maarga_server", true],
  ["serviceUrl", "maarga_request", false],
  ["serviceUrl", "anon", false],
  ["serviceUrl", "service_role", false],
  ["serviceUrl", "postgres", false],
] as const)("the login of %s may become %s: %s", async (which, role, may) => {
  const become = queryOverNewConnection(logins[which], `set role ${role}`);
  if (may) await become;
  else await expect(become).rejects.toMatchObject({ code: "42501" });
});

test.each([
  ["apiUrl", "select from public.profiles"],
  ["apiUrl", "select from public.plans"],
  ["apiUrl", "select from auth.users"],
  ["apiUrl", "select from graphile_worker._private_jobs"],
  ["apiUrl", "select graphile_worker.add_job('any')"],
  ["apiUrl", "select from private.logins"],
  ["apiUrl", "create table public.mine ()"],
  ["serviceUrl", "select from private.logins"],
  ["serviceUrl", "select from private.migrations"],
  ["serviceUrl", "alter table auth.users add column mine int"],
  ["serviceUrl", "alter table auth.users disable row level security"],
  ["serviceUrl", "create table auth.mine ()"],
  ["serviceUrl", "create table public.mine ()"],
  ["serviceUrl", "create role mine"],
] as const)("the login of %s is refused: %s", async (which, statement) => {
  await expect(queryOverNewConnection(logins[which], statement)).rejects.toMatchObject({ code: "42501" });
});

test.each([
  ["anon", "select from private.logins"],
  ["authenticated", "select from private.logins"],
  ["service_role", "select from private.logins"],
  ["service_role", "select from auth.users"],
  ["service_role", "select graphile_worker.add_job('any')"],
  ["service_role", "select from graphile_worker._private_jobs"],
  ["service_role", "create table public.mine ()"],
])("a request as %s is refused: %s", async (role, statement) => {
  await expect(queryOverNewConnection(logins.apiUrl, `set role ${role}; ${statement}`)).rejects.toMatchObject(
    {
      code: "42501",
    },
  );
});

test("a request begins in a role that may only check the session", async () => {
  expect(
    await database.query(`
      select format('%s of %I.%I', privilege_type, table_schema, table_name) as may, string_agg(column_name, ', ' order by column_name) as columns
      from information_schema.column_privileges where grantee = 'maarga_request' group by 1
      union all
      select format('%s of %s', privilege_type, routine.oid::regprocedure), null
      from pg_proc routine, aclexplode(proacl) where grantee = 'maarga_request'::regrole
      union all
      select format('%s of %I', privilege_type, nspname), null
      from pg_namespace, aclexplode(nspacl) where grantee = 'maarga_request'::regrole
      order by 1`),
  ).toEqual([
    { may: "EXECUTE of private.require_session(uuid,uuid,integer,text)", columns: null },
    { may: "SELECT of auth.sessions", columns: "id, quick_until, user_id" },
    { may: "USAGE of auth", columns: null },
    { may: "USAGE of private", columns: null },
  ]);
  expect(
    await database.query("select from pg_auth_members where member = 'maarga_request'::regrole"),
  ).toEqual([]);
  expect(await queryOverNewConnection(logins.apiUrl, "select current_user as role")).toEqual([
    { role: "maarga_request" },
  ]);
});

test.each(["anon", "authenticated", "service_role"])("a request as %s cannot read sessions", async (role) => {
  const read = `set role ${role}; select quick_until from auth.sessions`;
  await expect(queryOverNewConnection(logins.apiUrl, read)).rejects.toMatchObject({ code: "42501" });
});

test("nobody may call a new function before it is granted", async () => {
  await database.query("create function public.fresh() returns int language sql as 'select 1'");
  await expect(
    queryOverNewConnection(logins.apiUrl, "set role service_role; select public.fresh()"),
  ).rejects.toMatchObject({
    code: "42501",
  });
});

test.each([
  ["apiUrl", "2000"],
  ["serviceUrl", "8000"],
] as const)("the login of %s has timeouts", async (which, statementTimeout) => {
  const rows = await queryOverNewConnection(
    logins[which],
    `select name, setting from pg_settings
     where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'search_path', 'TimeZone') order by name collate "C"`,
  );
  expect(rows).toEqual([
    { name: "TimeZone", setting: "UTC" },
    { name: "idle_in_transaction_session_timeout", setting: "10000" },
    { name: "lock_timeout", setting: "5000" },
    { name: "search_path", setting: "public" },
    { name: "statement_timeout", setting: statementTimeout },
  ]);
});

test("a copied database has its own logins and passwords", async () => {
  const copy = await createDatabase();
  try {
    const others = await prepareDatabase(copy.url);
    expect(new URL(others.apiUrl).username).not.toBe(new URL(logins.apiUrl).username);
    const known = await copy.query<{ name: string; password: string }>(
      "select name, password from private.logins",
    );
    expect(known.map(({ password }) => password).sort()).toEqual(
      Object.values(others)
        .map((url) => new URL(url).password)
        .sort(),
    );
  } finally {
    await copy.drop();
  }
});

test("the logins of one database cannot connect to another of the same cluster", async () => {
  const neighbour = await createDatabase();
  try {
    await prepareDatabase(neighbour.url);
    for (const url of Object.values(logins)) {
      const there = new URL(url);
      there.pathname = `/${neighbour.name}`;
      await expect(queryOverNewConnection(there.href, "select 1")).rejects.toMatchObject({ code: "42501" });
    }
  } finally {
    await neighbour.drop();
  }
});

test("a login whose password was changed by hand gets its stored password again", async () => {
  await database.query(`alter role ${new URL(logins.apiUrl).username} password 'changed'`);
  await expect(queryOverNewConnection(logins.apiUrl, "select 1")).rejects.toThrow(/password/);
  expect(await prepareDatabase(database.url)).toEqual(logins);
  expect(await queryOverNewConnection(logins.apiUrl, "select 1 as one")).toEqual([{ one: 1 }]);
});

test("no statement contains a password, because the database may log statements", async () => {
  const query = vi.spyOn(pg.Client.prototype, "query");
  await prepareDatabase(database.url);
  const texts = query.mock.calls.map(([statement]) => (typeof statement === "string" ? statement : ""));
  query.mockRestore();
  expect(texts.filter((text) => text.startsWith("alter role"))).not.toEqual([]);
  for (const url of Object.values(logins)) expect(texts.join("\n")).not.toContain(new URL(url).password);
});
