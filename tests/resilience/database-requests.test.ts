import { once } from "node:events";
import net from "node:net";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { ApiDatabase, type Caller, type Statement } from "../../server/postgres/database.ts";
import { PipelinedQuery, type Step } from "../../server/postgres/pipelined-query.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";

const ID = "a1b2c3d4-0000-4000-8000-000000000001";
const STUDENT: Caller = {
  role: "authenticated",
  claims: { sub: ID, session_id: ID, role: "authenticated" },
};
const PID: Statement = { name: "pid", text: "select pg_backend_pid() as pid" };

let database: TestDatabase;
let apiUrl: string;
let requests: ApiDatabase;

beforeAll(async () => {
  database = await createDatabase();
  ({ apiUrl } = await prepareDatabase(database.url));
  await database.query(`
    insert into auth.users (id, email, email_confirmed_at) values ('${ID}', 'asha@example.org', now());
    insert into auth.sessions (id, user_id, method) values ('${ID}', '${ID}', 'password');
    create table public.notes (number int primary key, word text unique deferrable initially deferred);
    grant all on public.notes to authenticated`);
  requests = open();
});
afterAll(async () => {
  await requests.close();
  await database.drop();
});
beforeEach(() => database.query("delete from public.notes"));

/** Opens a database with one connection, which all requests share. A slow machine must not end a request. */
function open(url = apiUrl): ApiDatabase {
  const patient = new URL(url);
  patient.searchParams.set("options", "-c statement_timeout=60s");
  return new ApiDatabase(patient.href, { size: 1, name: "requests", onError: () => undefined });
}

const write = (number: number, word = `word ${number}`): Statement => ({
  name: "write",
  text: "insert into public.notes values ($1, $2) returning number",
  values: [number, word],
});
const notes = () => database.query("select number from public.notes order by number");
const pidOf = async (api: ApiDatabase) => (await api.asCaller(STUDENT, PID)).rows[0]?.pid;

/** Expects that the connection is still used and not in a transaction: the next row is visible to others. */
async function expectUsable(pid: unknown): Promise<void> {
  await requests.asCaller(STUDENT, write(99));
  expect(await notes()).toEqual([{ number: 99 }]);
  expect(await pidOf(requests)).toBe(pid);
}

/** Waits until the connection runs a statement that sleeps. */
async function untilAsleep(pid: unknown): Promise<void> {
  const text = "select from pg_stat_activity where pid = $1 and wait_event = 'PgSleep'";
  while ((await database.query(text, [pid])).length === 0);
}

test("a statement runs as its caller", async () => {
  const text =
    "select current_user as role, current_setting('request.jwt.claims')::json as claims, current_setting('request.address') as address";
  for (const role of ["anon", "authenticated", "service_role"] as const)
    for (const address of ["192.0.2.2", "192.0.2.2", "192.0.2.1", "192.0.2.2"]) {
      const caller = { role, claims: STUDENT.claims, address };
      expect((await requests.asCaller(caller, { name: "who", text })).rows).toEqual([caller]);
    }
});

test("PostgreSQL describes the columns of a prepared statement once per connection", async () => {
  const received: string[] = [];
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const { connection } = client as unknown as {
    connection: { on(event: string, listener: () => void): void };
  };
  for (const event of ["rowDescription", "noData"]) connection.on(event, () => received.push(event));
  const text = "select $1::int as number, 'a' as word";
  const run = (name: string, number: number) =>
    runSteps(client, [
      { name: "first", text: "select 1" },
      { name, text, values: [number] },
    ]);
  expect(await run("columns", 1)).toEqual({ rows: [{ number: 1, word: "a" }], rowCount: 1 });
  expect(await run("columns", 2)).toEqual({ rows: [{ number: 2, word: "a" }], rowCount: 1 });
  expect(received).toEqual(["rowDescription"]);
  for (const number of [3, 4])
    await runSteps(client, [{ ...write(number), text: "insert into public.notes values ($1, $2)" }]);
  expect(received).toEqual(["rowDescription", "noData"]);
  // Statements without a name differ, so they are always described.
  for (const word of ["a", "b"])
    expect(await runSteps(client, [{ text: `select 1 as ${word}` }])).toMatchObject({
      rows: [{ [word]: 1 }],
    });
  await client.end();
});

test.each([
  ["null", "text", null, null],
  ["a number", "int", 7, 7],
  ["a big number", "bigint", "9007199254740993", "9007199254740993"],
  ["a boolean", "boolean", true, true],
  ["an instant", "timestamptz", new Date(86_400_000), new Date(86_400_000)],
  ["a list", "text[]", ["a", 'b"\\', null], ["a", 'b"\\', null]],
  ["an object", "jsonb", { a: [1] }, { a: [1] }],
  ["bytes", "bytea", Buffer.from([0, 255]), Buffer.from([0, 255])],
])("%s is sent and returned unchanged", async (_name, type, value, back) => {
  const { rows, rowCount } = await requests.asCaller(STUDENT, {
    text: `select $1::${type} as value`,
    values: [value],
  });
  expect({ rows, rowCount }).toEqual({ rows: [{ value: back }], rowCount: 1 });
});

test("a statement without returned rows reports their number", async () => {
  await requests.asCaller(STUDENT, write(1));
  const text = "update public.notes set word = 'changed'";
  expect(await requests.asCaller(STUDENT, { text })).toEqual({ rows: [], rowCount: 1 });
});

test("an empty statement does nothing", async () => {
  expect(await requests.asCaller(STUDENT, { text: "" })).toEqual({ rows: [], rowCount: 0 });
});

test.each([
  ["a statement that succeeds", "select 1", null],
  ["a statement that fails", "select 1 / 0", "22012"],
])("after %s the connection keeps no caller", async (_name, text, code) => {
  const client = new pg.Client({ connectionString: apiUrl });
  await client.connect();
  const readState = async () =>
    (
      await client.query(
        `select current_user as role, current_setting('request.jwt.claims', true) as claims,
           current_setting('request.jwt.claim.sub', true) as sub`,
      )
    ).rows[0];
  const before = await readState();
  const become = {
    text: `select set_config('role', 'anon', true), set_config('request.jwt.claims', '1', true),
      set_config('request.jwt.claim.sub', '1', true)`,
  };
  const reply = runSteps(client, [become, { text }]);
  if (code) await expect(reply).rejects.toMatchObject({ code });
  else await reply;
  expect(await readState()).toEqual({ ...before, claims: "", sub: "" });
  await client.end();
});

function runSteps(client: pg.Client, steps: readonly Step[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const query = new PipelinedQuery(steps, 60_000, (error, result) =>
      error ? reject(error) : resolve(result),
    );
    client.query(query as never);
  });
}

test("a step that fails rolls back the earlier ones", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const reply = runSteps(client, [write(1), { text: "select 1 / 0" }]);
  await expect(reply).rejects.toMatchObject({ code: "22012" });
  expect(await notes()).toEqual([]);
  await client.end();
});

test("a deferred constraint is checked before the response", async () => {
  const pid = await pidOf(requests);
  const text = "insert into public.notes values (1, 'same'), (2, 'same') returning number";
  await expect(requests.asCaller(STUDENT, { text })).rejects.toMatchObject({ code: "23505" });
  await expectUsable(pid);
});

test.each([
  ["fails", { name: "divide", text: "select 1 / $1::int", values: [0] }, "22012"],
  ["names an unknown column", { name: "garbled", text: "select selct" }, "42703"],
  ["contains two commands", { text: "select 1; select 2" }, "42601"],
  ["is refused", { text: "select from auth.users" }, "42501"],
  ["waits for data", { text: "copy public.notes from stdin" }, "57014"],
])("after a statement that %s the connection can be used again", async (_name, statement, code) => {
  const pid = await pidOf(requests);
  for (let time = 1; time <= 2; time++)
    await expect(requests.asCaller(STUDENT, statement)).rejects.toMatchObject({ code });
  await expectUsable(pid);
});

test("a fresh connection can be used after an error too", async () => {
  const fresh = open();
  const garbled = { name: "garbled", text: "select selct" };
  await expect(fresh.asCaller(STUDENT, garbled)).rejects.toMatchObject({ code: "42703" });
  expect(await pidOf(fresh)).toBe(await pidOf(fresh));
  await fresh.close();
});

test("a statement that could not be prepared is prepared later", async () => {
  const pid = await pidOf(requests);
  const statement = { name: "later", text: "select count(*)::int as count from public.later" };
  await expect(requests.asCaller(STUDENT, statement)).rejects.toMatchObject({ code: "42P01" });
  await database.query("create table public.later (); grant select on public.later to authenticated");
  for (let time = 1; time <= 2; time++)
    expect((await requests.asCaller(STUDENT, statement)).rows).toEqual([{ count: 0 }]);
  const { rows } = await requests.asCaller(STUDENT, {
    text: "select name from pg_prepared_statements where name in ('later', 'signed-in caller') order by name",
  });
  expect(rows).toEqual([{ name: "later" }, { name: "signed-in caller" }]);
  expect(await pidOf(requests)).toBe(pid);
});

test("one name cannot be used for two statements", async () => {
  await pidOf(requests);
  await expect(requests.asCaller(STUDENT, { ...PID, text: "select 1" })).rejects.toThrow("prepared as pid");
});

test("a reply that cannot be parsed fails the request, not the server", async () => {
  const { MONEY } = pg.types.builtins;
  pg.types.setTypeParser(MONEY, () => {
    throw new Error("unreadable");
  });
  try {
    await expect(requests.asCaller(STUDENT, { text: "select 1::money" })).rejects.toThrow("unreadable");
  } finally {
    pg.types.setTypeParser(MONEY, String);
  }
});

test("a statement that is only tried is rolled back", async () => {
  const pid = await pidOf(requests);
  await requests.tryAsCaller(STUDENT, write(1));
  expect(await notes()).toEqual([]);
  await expectUsable(pid);
});

test("a tried statement that is refused leaves no transaction open", async () => {
  const pid = await pidOf(requests);
  await database.query("insert into public.notes values (1)");
  await expect(requests.tryAsCaller(STUDENT, write(1))).rejects.toMatchObject({ code: "23505" });
  await database.query("delete from public.notes");
  await expectUsable(pid);
});

test.each(["asCaller", "tryAsCaller"] as const)("%s does not wait forever for a reply", async (way) => {
  const pid = await pidOf(requests);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const reply = requests[way](STUDENT, { text: "select pg_sleep(7)" });
    const refused = expect(reply).rejects.toThrow("Query read timeout");
    await untilAsleep(pid);
    vi.advanceTimersByTime(15_000);
    await refused;
  } finally {
    vi.useRealTimers();
  }
  expect(await pidOf(requests)).not.toBe(pid);
});

test("a request whose connection is ended fails, and the next one gets another connection", async () => {
  const pid = await pidOf(requests);
  const reply = requests.asCaller(STUDENT, { text: "select pg_sleep(7)" });
  const refused = expect(reply).rejects.toMatchObject({ code: "57P01" });
  const next = pidOf(requests);
  await untilAsleep(pid);
  await database.query("select pg_terminate_backend($1)", [pid]);
  await refused;
  expect(await next).toEqual(expect.any(Number));
  expect(await next).not.toBe(pid);
});

test.each(["asCaller", "tryAsCaller"] as const)("%s reports a lost connection", async (way) => {
  const there = new URL(apiUrl);
  const { host, port } = new pg.Client({ connectionString: apiUrl });
  const sockets: net.Socket[] = [];
  const proxy = net
    .createServer((socket) => {
      const onward = host.startsWith("/") ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
      for (const end of [socket, onward]) end.on("error", () => undefined);
      socket.pipe(onward).pipe(socket);
      sockets.push(socket, onward);
    })
    .listen(0, "127.0.0.1");
  await once(proxy, "listening");
  there.search = "";
  there.host = `127.0.0.1:${(proxy.address() as net.AddressInfo).port}`;
  const api = open(there.href);
  const pid = await pidOf(api);
  const reply = api[way](STUDENT, { text: "select pg_sleep(7)" });
  const refused = expect(reply).rejects.toThrow("Connection terminated unexpectedly");
  await untilAsleep(pid);
  for (const socket of sockets.splice(0)) socket.destroy();
  await refused;
  expect(await pidOf(api)).not.toBe(pid);
  await api.close();
  proxy.close();
});
