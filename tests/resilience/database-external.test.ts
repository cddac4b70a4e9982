import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { Logger, runOnce } from "graphile-worker";
import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type Embedded, startEmbedded } from "../../server/postgres/embedded/start-embedded.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { queryOverNewConnection } from "../world/sql.ts";

vi.setConfig({ testTimeout: 120_000 });

// A PostgreSQL that somebody else runs. The server's login is not its superuser, and each owner has limited rights.
const parent = mkdtempSync(path.join(tmpdir(), "maarga-external-"));
let cluster: Embedded;
let count = 0;

beforeAll(async () => {
  cluster = await startEmbedded({
    folder: path.join(parent, "postgres"),
    password: "superuser",
    durable: false,
  });
});

afterAll(async () => {
  await cluster.stop();
  rmSync(parent, { recursive: true });
});

function at(database: string, login?: string): string {
  const url = new URL(cluster.ownerUrl);
  url.pathname = `/${database}`;
  if (login) [url.username, url.password] = [login, "owner"];
  return url.href;
}

const asSuperuser = <T extends pg.QueryResultRow>(text: string, database = "postgres") =>
  queryOverNewConnection<T>(at(database), text);

type External = { name: string; url: string; owner: string };

async function external(attributes: string, databaseOwner?: string): Promise<External> {
  const name = `shop_${++count}`;
  const owner = `owner_${count}`;
  await asSuperuser(`create role ${owner} login password 'owner' ${attributes}`);
  await asSuperuser(`create database ${name} owner ${databaseOwner ?? owner}`);
  return { name, owner, url: at(name, owner) };
}

/** Returns the statement that the error tells the superuser to run. */
async function adviceOf(prepared: Promise<unknown>): Promise<string> {
  const refusal = await prepared.then(
    () => "none",
    (error: Error) => error.message,
  );
  return /As a superuser run: (.*);$/.exec(refusal)?.[1] ?? refusal;
}

// The first test creates the roles of the cluster, which exist for the owners of later tests.
test("an owner who may create roles need not be a superuser", async () => {
  const { url } = await external("createrole createdb");
  const first = await prepareDatabase(url);
  expect(await prepareDatabase(url)).toEqual(first);
  await queryOverNewConnection(first.apiUrl, "set role authenticated; select id from public.plans");
  expect(
    await queryOverNewConnection(first.serviceUrl, "select count(*)::int as users from auth.users"),
  ).toEqual([{ users: 0 }]);
});

test("the service login adds and runs jobs", async () => {
  const { url } = await external("superuser");
  const { serviceUrl } = await prepareDatabase(url);
  await queryOverNewConnection(serviceUrl, "select graphile_worker.add_job('greet', '{\"name\": \"ಮಾರ್ಗ\"}')");
  const seen: unknown[] = [];
  await runOnce({
    connectionString: serviceUrl,
    logger: new Logger(() => () => undefined),
    taskList: { greet: async (payload) => void seen.push(payload) },
  });
  expect(seen).toEqual([{ name: "ಮಾರ್ಗ" }]);
});

/** Runs the advised statements until the preparation succeeds. */
async function followAdvice(url: string, database: string): Promise<string[]> {
  const given: string[] = [];
  for (;;) {
    const advice = await adviceOf(prepareDatabase(url));
    if (advice === "none" || given.push(advice) > 20) return given;
    await asSuperuser(advice, database);
  }
}

test("each missing right is named with the statement that grants it", async () => {
  const { url, owner, name } = await external("", "postgres");
  expect(await followAdvice(url, name)).toEqual([
    `grant create on database "${name}" to "${owner}"`,
    `alter schema "public" owner to "${owner}"`,
    `alter role "${owner}" createrole`,
    `grant maarga_request to "${owner}" with admin option`,
    `grant anon to "${owner}" with admin option`,
    `grant authenticated to "${owner}" with admin option`,
    `grant service_role to "${owner}" with admin option`,
    `grant maarga_server to "${owner}" with admin option`,
  ]);
});

test("the objects of a former owner are handed over by the statements that are named", async () => {
  const { url, owner, name } = await external("superuser");
  await prepareDatabase(url);
  await asSuperuser("create role heir login password 'owner' createrole");
  await asSuperuser(`grant connect on database ${name} to heir`);
  expect(await followAdvice(at(name, "heir"), name)).toEqual([
    `reassign owned by ${owner} to "heir"`,
    `grant "maarga_${name}_api" to "heir" with admin option`,
    `grant "maarga_${name}_service" to "heir" with admin option`,
  ]);
});

test("objects of the first superuser cannot be handed over, and the error says so", async () => {
  const { owner, name } = await external("createrole");
  await prepareDatabase(at(name));
  const message = `belongs to postgres, not to DATABASE_URL's login. Use postgres's login`;
  await expect(prepareDatabase(at(name, owner))).rejects.toThrow(message);
});

test("a wrong password is refused at once, with a message that does not contain it", async () => {
  const { url } = await external("createrole");
  const reported: string[] = [];
  const wrong = url.replace(":owner@", ":guessed@");
  const message = await adviceOf(prepareDatabase(wrong, { report: (line) => reported.push(line) }));
  expect(message).toContain("password authentication failed");
  expect(message).not.toContain("guessed");
  expect(reported).toEqual([]);
});

test("an unreachable database is tried for a while, then named in the error", async () => {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  const reported: string[] = [];
  const prepared = prepareDatabase(`postgres://owner:secret@127.0.0.1:${port}/maarga`, {
    timeoutMs: 500,
    report: (line) => reported.push(line),
  });
  await expect(prepared).rejects.toThrow(
    `The database at 127.0.0.1:${port}/maarga cannot be reached: connect ECONNREFUSED`,
  );
  expect(reported).toHaveLength(1);
});

test("a database that starts later is used from then on", async () => {
  const folder = path.join(parent, "later");
  const first = await startEmbedded({ folder, password: "later", durable: false });
  await first.stop();
  let waiting = () => {};
  const reported = new Promise<void>((resolve) => {
    waiting = resolve;
  });
  const prepared = prepareDatabase(first.ownerUrl, { report: waiting });
  await reported;
  const second = await startEmbedded({ folder, password: "later", durable: false });
  try {
    expect(Object.keys(await prepared)).toEqual(["apiUrl", "serviceUrl"]);
  } finally {
    await second.stop();
  }
});
