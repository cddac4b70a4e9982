import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Connections } from "../../server/postgres/connections.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { waitUntil } from "../world/wait-until.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database.drop());

function open(name: string, size: number) {
  const errors: Error[] = [];
  const connections = new Connections(database.url, { name, size, onError: (error) => errors.push(error) });
  const pid = () =>
    connections.use(async (client) => (await client.query("select pg_backend_pid() as pid")).rows[0].pid);
  const countOpen = async () =>
    (await database.query("select from pg_stat_activity where application_name = $1", [name])).length;
  return { connections, pid, errors, countOpen };
}

test("all requests run one after the other over the only connection", async () => {
  const { connections, pid, errors } = open("one", 1);
  const pids = await Promise.all([pid(), pid(), pid()]);
  expect(new Set([...pids, await pid()]).size).toBe(1);
  await connections.close();
  expect(errors).toEqual([]);
});

test("a free connection that PostgreSQL ends is reported once, and the next request gets another one", async () => {
  const { connections, pid, errors } = open("ended", 1);
  const ended = await pid();
  await database.query("select pg_terminate_backend($1)", [ended]);
  await waitUntil("the report", () => errors.length > 0);
  expect(await pid()).not.toBe(ended);
  expect(errors.map((error) => (error as pg.DatabaseError).code)).toEqual(["57P01"]);
  await connections.close();
});

test("connections that are no longer needed are closed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
  const { connections, pid, countOpen } = open("idle", 2);
  try {
    await Promise.all([pid(), pid()]);
    expect(await countOpen()).toBe(2);
    // After one minute they are given back to the pool, which closes them after another one.
    vi.advanceTimersByTime(120_000);
  } finally {
    vi.useRealTimers();
  }
  await waitUntil("the end of all connections", async () => (await countOpen()) === 0);
  await connections.close();
});

test("a request in progress ends before its connection is closed", async () => {
  const { connections, pid } = open("closing", 1);
  const [found] = await Promise.all([pid(), connections.close()]);
  expect(found).toEqual(expect.any(Number));
});
