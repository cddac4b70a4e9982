import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";

// These rules hold for every table, function and policy, including those added later.
let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

const OURS = "nspname in ('public', 'auth', 'storage', 'private')";
const names = async (sql: string) => (await database.query<{ name: string }>(sql)).map(({ name }) => name);

test("every table has row-level security", async () => {
  expect(
    await names(`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where ${OURS} and relkind in ('r', 'p') and not relrowsecurity`),
  ).toEqual([]);
});

test("no policy is for public or for visitors", async () => {
  expect(
    await names(`select policyname as name from pg_policies
      where schemaname in ('public', 'auth', 'storage', 'private') and roles && '{public,anon}'::name[]`),
  ).toEqual([]);
});

test("a visitor has no rights on any table or view", async () => {
  expect(
    await names(`select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where ${OURS} and relkind in ('r', 'p', 'v') and has_any_column_privilege('anon', c.oid, 'select, insert, update, references')`),
  ).toEqual([]);
});

test("no function can be executed by public", async () => {
  expect(
    await names(`select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = pronamespace
      where ${OURS} and exists (select from aclexplode(coalesce(proacl, acldefault('f', proowner))) where grantee = 0)`),
  ).toEqual([]);
});

test("a visitor cannot call any function of the API", async () => {
  expect(
    await names(`select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = pronamespace
      where nspname = 'public' and has_function_privilege('anon', p.oid, 'execute')`),
  ).toEqual([]);
});

test("every function with its owner's rights has a fixed search path", async () => {
  expect(
    await names(`select p.oid::regprocedure::text as name from pg_proc p join pg_namespace n on n.oid = pronamespace
      where ${OURS} and prosecdef and not coalesce('search_path=""' = any (proconfig), false)`),
  ).toEqual([]);
});

test("only the view busy_slots reads with its owner's rights", async () => {
  expect(
    await names(`select relname as name from pg_class c join pg_namespace n on n.oid = relnamespace
      where ${OURS} and relkind = 'v' and not coalesce('security_invoker=true' = any (reloptions), false)`),
  ).toEqual(["busy_slots"]);
});

test("every foreign key has an index, so that deleting an account does not read whole tables", async () => {
  expect(
    await names(`select conrelid::regclass || ' ' || conname as name from pg_constraint join pg_namespace n on n.oid = connamespace
      where ${OURS} and contype = 'f' and not exists (
        select from pg_index where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null
      )`),
  ).toEqual([]);
});

test("the caller is read from the claims, and is nobody without them", async () => {
  const readCaller = async (claims: string) =>
    (
      await database.query(
        "select auth.uid(), auth.role(), auth.jwt(), private.is_admin() from set_config('request.jwt.claims', $1, false)",
        [claims],
      )
    )[0];
  const sub = "a1b2c3d4-0000-4000-8000-000000000001";
  expect(await readCaller(JSON.stringify({ sub, role: "authenticated" }))).toEqual({
    uid: sub,
    role: "authenticated",
    jwt: { sub, role: "authenticated" },
    is_admin: false,
  });
  expect(await readCaller('{"role":"anon"}')).toMatchObject({ uid: null, role: "anon", is_admin: false });
  expect(await readCaller("")).toEqual({ uid: null, role: null, jwt: null, is_admin: false });
});

test("auth.uid() is inlined into a policy", async () => {
  const plan = await database.query("explain (verbose) select auth.uid()");
  expect(JSON.stringify(plan)).toContain("current_setting");
});

test("every function of the API that needs a right says so in its comment, for the table API", async () => {
  const isMarked =
    "coalesce(obj_description(oid, 'pg_proc') ~ '^(For admins only|Needs the right to .*)\\.$', false)";
  const checks = "prosrc ~ 'private\\.(require_admin|require_right|lock_(unfinished_)?campaign)\\('";
  expect(
    await names(`select oid::regprocedure::text as name from pg_proc
      where pronamespace = 'public'::regnamespace and ${isMarked} <> (${checks})`),
  ).toEqual([]);
});
