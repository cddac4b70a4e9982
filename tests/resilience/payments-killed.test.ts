import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { confirmWhileKilled } from "../../bench/payments/confirming.ts";
import { KilledServers } from "../../bench/storm/killed-servers.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { POLLING } from "../world/campaign-world.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { createMember } from "../world/members.ts";
import { maarga } from "../world/operator.ts";
import { killServer, startServer } from "../world/server.ts";

const ORDERS = 80;
const BATCH = 4;
const KILLS = 2;
const SITE_URL = "http://localhost";

const WAITING = `
  with account as (
    insert into auth.users (email, email_confirmed_at)
    select 'buyer' || n || '@example.org', now() from generate_series(1, $1::int) n returning id, email
  ), profile as (
    insert into public.profiles (id, email, first_name, last_name, phone)
    select id, email, 'Asha', 'Gowda', '1' from account returning id
  )
  select array_agg(id) as ids from profile`;
const MAKE_ORDERS =
  "select private.make_order(student, 'ug', 'cet', 'Medium', 'student') from unnest($1::uuid[]) as student";
const CLAIM_ALL = `
  insert into public.payments (order_id, utr, source)
  select id, (500000000000 + row_number() over ())::text, 'student' from public.orders`;
const PROVE_ALL = "select private.take_step(id, 'send proof', 'proof sent', 'student') from public.orders";

const countWaiting = async (database: TestDatabase) =>
  (
    await database.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
  ).length;

test("while eighty payments are confirmed and the server is killed twice in the middle, the books agree", async () => {
  const database = await createDatabase();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-payments-"));
  onTestFinished(async () => {
    await database.drop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  const [accounts] = await database.query<{ ids: string[] }>(WAITING, [ORDERS]);
  await database.query(MAKE_ORDERS, [accounts?.ids]);
  await database.query(CLAIM_ALL);
  await database.query(PROVE_ALL);
  // Without a worker, the jobs of the mails stay to be counted.
  const start = () => startServer({ databaseUrl: database.url, dataFolder, env: { ROLE: "web", SITE_URL } });
  const waiting = async () =>
    (
      await database.query<{ id: string }>(
        "select id from orders where state = 'proof sent' order by changed_at",
      )
    ).map(({ id }) => id);

  let server = await start();
  onTestFinished(() => server.stop());
  let admin = await createMember(server, { isAdmin: true });
  const confirm = async (order_ids: string[]) => {
    const { error } = await admin.client.rpc("confirm_orders", { order_ids });
    return error;
  };
  const batchesOf = (ids: string[]) =>
    Array.from({ length: Math.ceil(ids.length / BATCH) }, (_, index) =>
      ids.slice(index * BATCH, (index + 1) * BATCH),
    );

  const holder = new pg.Client({ connectionString: database.url });
  await holder.connect();
  onTestFinished(() => holder.end());
  for (let kill = 0; kill < KILLS; kill += 1) {
    const [first = [], ...others] = batchesOf(await waiting());
    expect(await confirm(first)).toBeNull();
    // The others come as far as their first receipt, with its step and its plan, and wait for its number.
    await holder.query("begin");
    await holder.query("select from private.number_series for update");
    const unanswered = Promise.all(others.map(confirm));
    await vi.waitFor(async () => expect(await countWaiting(database)).toBeGreaterThan(1), POLLING);
    await killServer(server);
    await database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    await holder.query("rollback");
    expect((await unanswered).every((error) => error !== null)).toBe(true);
    server = await start();
    admin = await createMember(server, { isAdmin: true });
  }
  // Requests that reached the database before the kill may be confirmed after it.
  for (let left = await waiting(); left.length > 0; left = await waiting())
    expect(await Promise.all(batchesOf(left).map(confirm))).toContain(null);

  expect(
    await database.query(
      `select (select count(*)::int from receipts) as receipts, (select max(serial) from receipts) as last,
         (select count(*)::int from user_plans where active) as plans,
         (select count(*)::int from order_steps where action = 'confirm') as steps,
         (select count(distinct key)::int from graphile_worker._private_jobs
          where key in (select 'payment step ' || id from order_steps where action = 'confirm')) as mails`,
    ),
  ).toEqual([{ receipts: ORDERS, last: ORDERS, plans: ORDERS, steps: ORDERS, mails: ORDERS }]);
  const checked = await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: database.url }, [
    "payments",
    "check",
  ]);
  expect(checked).toMatchObject({ exitCode: 0, stderr: "" });
  expect(checked.stdout).toBe(
    "The payments agree: 80 orders, 240 steps, 80 receipts, received ₹4,00,000, refunded ₹0.\n",
  );
  await database.query("update orders set number = 'MRG-2222-3' where id = (select id from orders limit 1)");
  expect(
    await maarga({ MAARGA_DATA: dataFolder, DATABASE_URL: database.url }, ["payments", "check"]),
  ).toMatchObject({
    exitCode: 1,
    stdout: "",
    stderr: expect.stringContaining("MRG-2222-3: its check character is wrong"),
  });
});

/** `npm run bench -- payments` does the same with 500 orders. */
test("admins confirm the same payments while server and worker are killed: one receipt and plan for each, no mail twice, and none lost", async () => {
  const orders = 50;
  const database = await createDatabase();
  const dataFolder = await mkdtemp(path.join(tmpdir(), "maarga-payments-"));
  const servers = new KilledServers({
    clients: 3,
    kills: 2,
    dataFolder,
    siteUrl: SITE_URL,
    async start(ROLE) {
      const server = await startServer({ databaseUrl: database.url, dataFolder, env: { ROLE, SITE_URL } });
      return { url: server.url, kill: () => killServer(server), stop: server.stop };
    },
  });
  onTestFinished(async () => {
    await servers.stop();
    await database.drop();
    await rm(dataFolder, { recursive: true, force: true });
  });
  await prepareDatabase(database.url);
  // A mail that a worker was handing over when it was killed is not sent twice, but shown to the admins.
  const {
    counts,
    refused,
    unanswered,
    inDoubt: _,
    ...wrong
  } = await confirmWhileKilled({
    ownerUrl: database.url,
    dataFolder,
    orders,
    admins: 3,
    seed: 3,
    servers,
  });
  expect(wrong).toEqual({ unexpected: [], problems: [], mailedTwice: 0, lost: [] });
  expect(counts).toEqual({
    receipts: orders,
    lastNumber: orders,
    plans: orders,
    steps: orders,
    claimedMails: orders,
  });
  expect(refused).toBeGreaterThan(0);
  expect(unanswered).toBeGreaterThan(0);
});
