import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ApiDatabase, type Caller, ServiceDatabase, type Statement } from "../../server/postgres/database.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { waitUntil } from "../world/wait-until.ts";

const ID = "a1b2c3d4-0000-4000-8000-000000000001";
const OTHER = "a1b2c3d4-0000-4000-8000-000000000002";
const STUDENT: Caller = {
  role: "authenticated",
  claims: { sub: ID, session_id: ID, role: "authenticated" },
};
const READ: Statement = { text: "select pg_backend_pid() as pid" };
const WRITE: Statement = { text: "insert into public.notes values (1)" };

let database: TestDatabase;
let requests: ApiDatabase;
let service: ServiceDatabase;

beforeAll(async () => {
  database = await createDatabase();
  const { apiUrl, serviceUrl } = await prepareDatabase(database.url);
  await database.query(`
    insert into auth.users (id, email) values ('${ID}', 'asha@example.org');
    insert into auth.sessions (id, user_id, method) values ('${ID}', '${ID}', 'password');
    create table public.notes (number int);
    grant all on public.notes to authenticated`);
  const options = { size: 1, name: "session check", onError: () => undefined };
  requests = new ApiDatabase(apiUrl, options);
  service = new ServiceDatabase(serviceUrl, options);
});
afterAll(async () => {
  await Promise.all([requests.close(), service.close()]);
  await database.drop();
});

const ENDED: Caller = { ...STUDENT, claims: { ...STUDENT.claims, session_id: randomUUID() } };
const ended = { code: "MG001", message: "Your session has ended. Please log in again." };
const readUse = async () =>
  (await database.query("select last_used_at, acknowledged_rotation as rotation from auth.sessions"))[0];

test("refuses before the statement runs, and leaves the connection usable", async () => {
  const { rows } = await requests.asCaller(STUDENT, READ);
  await expect(requests.asCaller(ENDED, WRITE)).rejects.toMatchObject(ended);
  await expect(requests.tryAsCaller(ENDED, WRITE)).rejects.toMatchObject(ended);
  expect(await database.query("select from public.notes")).toEqual([]);
  // The same connection: the pool has only one, and replaces it if it was lost.
  expect((await requests.asCaller(STUDENT, READ)).rows).toEqual(rows);
});

const FULL_CHECK = "private.require_session(uuid, uuid, integer, text)";

test("an ordinary request passes the quick check alone, and every other one needs the full check", async () => {
  const [before] = await database.query(`select pg_get_functiondef('${FULL_CHECK}'::regprocedure) as text`);
  await database.query(`
    create or replace function private.require_session(session_id uuid, user_id uuid, token_rotation integer, token_aal text)
    returns void language plpgsql as $$ begin raise exception 'checked' using errcode = 'MG001'; end $$`);
  const checked = { message: "checked" };
  try {
    expect((await requests.asCaller(STUDENT, READ)).rowCount).toBe(1);
    for (const claims of [{ session_id: OTHER }, { sub: OTHER }, { session_id: null }, { sub: "no UUID" }])
      await expect(
        requests.asCaller({ ...STUDENT, claims: { ...STUDENT.claims, ...claims } }, READ),
      ).rejects.toMatchObject(checked);
    await database.query("update auth.sessions set last_used_at = now() - interval '5 minutes'");
    await expect(requests.asCaller(STUDENT, READ)).rejects.toMatchObject(checked);
  } finally {
    await database.query(before?.text as string);
  }
  expect((await requests.asCaller(STUDENT, READ)).rowCount).toBe(1);
});

test.each([
  ["nothing", "select", true],
  ["a ban", `update auth.users set banned_until = now() + interval '1 hour'`, false],
  ["a ban that has ended", "update auth.users set banned_until = now()", true],
  ["admin rights", `insert into private.admins (user_id, granted_by) values ('${ID}', 'tests')`, false],
  [
    "a second step",
    `insert into auth.factors (user_id, factor_type, status) values ('${ID}', 'recovery_code', 'verified')`,
    false,
  ],
  [
    "a second step that is not verified",
    `insert into auth.factors (user_id, factor_type) values ('${ID}', 'recovery_code')`,
    true,
  ],
  [
    "a new refresh token that its client has not used",
    "update auth.sessions set rotation = rotation + 1",
    false,
  ],
  [
    "a refresh token that replaced a lost one",
    "update auth.sessions set refreshed_from = rotation - 2",
    false,
  ],
  ["a use five minutes ago", "update auth.sessions set last_used_at = now() - interval '5 minutes'", false],
  ["a session beyond the limit", "update auth.sessions set created_at = now() - interval '180 days'", false],
  ["a shorter limit", "update private.settings set session_idle = interval '0'", false],
  ["no account behind the session", "delete from auth.users", undefined],
  ["a column that somebody wrote", "update auth.sessions set quick_until = 'infinity', rotation = 99", false],
] as const)("quick check with %s", async (_case, change, passes) => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `begin; update auth.sessions set last_used_at = now(), acknowledged_rotation = rotation; ${change}`,
  );
  const { rows } = await client.query("select quick_until > now() as quick from auth.sessions");
  expect(rows[0]?.quick).toBe(passes);
});

test("requests of several callers over one connection never see each other's identity", async () => {
  const who = { name: "uid", text: "select current_user as role, auth.uid() as id" };
  const identify = async (caller: Caller) => (await requests.asCaller(caller, who)).rows[0];
  const student = { role: "authenticated", id: ID };
  const secretKey: Caller = { role: "service_role", claims: { role: "service_role" } };
  expect(await identify(STUDENT)).toEqual(student);
  expect(await identify(secretKey)).toEqual({ role: "service_role", id: null });
  expect(await identify({ role: "anon", claims: { role: "anon" } })).toEqual({ role: "anon", id: null });
  await expect(requests.asCaller(STUDENT, { text: "select 1 / 0" })).rejects.toThrow();
  expect(await identify(secretKey)).toEqual({ role: "service_role", id: null });
  expect(await identify(STUDENT)).toEqual(student);
});

test("refuses the work of a service for a caller whose session ended in the meantime", async () => {
  let hasRun = false;
  const work = async () => {
    hasRun = true;
  };
  await expect(service.transactionFor(ENDED, work)).rejects.toMatchObject(ended);
  expect(hasRun).toBe(false);
  await service.transactionFor(STUDENT, work);
  expect(hasRun).toBe(true);
});

test("records the newest rotation that was used, and none that does not exist", async () => {
  await database.query("update auth.sessions set rotation = 3, acknowledged_rotation = 1");
  const use = async (rotation: number) => {
    await requests.asCaller({ ...STUDENT, claims: { ...STUDENT.claims, rotation } }, READ);
    return (await readUse())?.rotation;
  };
  expect([await use(0), await use(1), await use(3), await use(2), await use(9)]).toEqual([1, 1, 3, 3, 3]);
});

test("ends the session with the first use of a rotation that was replaced", async () => {
  await database.query(`insert into auth.sessions (id, user_id, method, device, rotation, acknowledged_rotation, refreshed_from)
    values ('${OTHER}', '${ID}', 'password', 'Firefox', 3, 3, 1)`);
  const caller: Caller = {
    ...STUDENT,
    claims: { ...STUDENT.claims, session_id: OTHER, rotation: 2 },
    address: "192.0.2.1",
  };
  await requests.asCaller(caller, READ);
  await expect(requests.asCaller(caller, READ)).rejects.toMatchObject(ended);
  expect(await database.query("select kind, user_id, address, device from security_events")).toEqual([
    { kind: "refresh token reused", user_id: ID, address: "192.0.2.1", device: "Firefox" },
  ]);
});

test.each(["auth.sessions", "auth.users"])("never waits for a lock on %s", async (table) => {
  await database.query("update auth.sessions set last_used_at = now() - interval '1 hour'");
  const before = await readUse();
  const locker = new pg.Client({ connectionString: database.url });
  await locker.connect();
  onTestFinished(() => locker.end());
  await locker.query("begin");
  await locker.query(`select from ${table} for update`);
  // A wait would end with lock_timeout.
  await requests.asCaller(STUDENT, READ);
  expect(await readUse()).toEqual(before);
  await locker.query("rollback");
  await requests.asCaller(STUDENT, READ);
  expect((await readUse())?.last_used_at).not.toEqual(before?.last_used_at);
});

const NEW_SESSION = `insert into auth.sessions (user_id, method) values ('${ID}', 'password') returning id`;
/** Changes that end the access of a session which has passed the first step alone, and their opposites. */
const CHANGES = {
  "a ban": [
    `update auth.users set banned_until = 'infinity' where id = '${ID}'`,
    `update auth.users set banned_until = null where id = '${ID}'`,
    "MG001",
  ],
  "a second step": [
    `insert into auth.factors (user_id, factor_type, status) values ('${ID}', 'recovery_code', 'verified')`,
    "delete from auth.factors",
    "MG002",
  ],
  "a shorter limit": [
    "update private.settings set session_idle = interval '0'",
    "update private.settings set session_idle = interval '30 days'",
    "MG001",
  ],
} as const;

/**
 * Runs both in open transactions, the second while the first is not committed yet. Returns the row of the new session.
 */
async function runAtOnce(first: string, second: string) {
  const [one, other] = [new pg.Client(database.url), new pg.Client(database.url)];
  await Promise.all([one.connect(), other.connect()]);
  try {
    await one.query("begin");
    const before = await one.query(first);
    const after = other.query(second);
    await waitUntil("the second statement to wait", async () => {
      const rows = await database.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return rows.length === 1;
    });
    await one.query("commit");
    return [...before.rows, ...(await after).rows][0];
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
}

test.each(
  Object.entries(CHANGES).flatMap(([name, [change, undo, code]]) => [
    [`${name} that comes while somebody signs in`, NEW_SESSION, change, undo, code],
    [`${name} during which somebody signs in`, change, NEW_SESSION, undo, code],
  ]),
)("%s applies to the new session", async (_case, first, second, undo, code) => {
  const session = await runAtOnce(first as string, second as string);
  const caller: Caller = { ...STUDENT, claims: { ...STUDENT.claims, session_id: session.id } };
  await expect(requests.asCaller(caller, READ)).rejects.toMatchObject({ code });
  await database.query(undo as string);
  expect((await requests.asCaller(caller, READ)).rowCount).toBe(1);
});

test("an account with a session can be deleted", async () => {
  await database.query(`
    insert into auth.users (id, email) values ('${OTHER}', 'ravi@example.org');
    insert into auth.sessions (user_id, method) values ('${OTHER}', 'password');
    insert into private.admins (user_id, granted_by) values ('${OTHER}', 'tests');
    insert into auth.factors (user_id, factor_type, status) values ('${OTHER}', 'recovery_code', 'verified');
    delete from auth.users where id = '${OTHER}'`);
  expect(await database.query("select from auth.sessions where user_id = $1", [OTHER])).toEqual([]);
});
