import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { seededRandom } from "../seeded-random.ts";
import { type Client, openHttpClient, Refused, Unanswered } from "../storm/clients.ts";
import type { KilledServers } from "../storm/killed-servers.ts";

/** Several admins confirm the same orders over HTTP, while server and worker are killed. */
export interface Confirming {
  readonly ownerUrl: string;
  /** Of the servers: the mails are in its outbox. */
  readonly dataFolder: string;
  readonly orders: number;
  readonly admins: number;
  readonly seed: number;
  readonly servers: KilledServers;
}

export interface ConfirmingResult {
  /** Requests without an answer, which their admin has sent again. */
  readonly unanswered: number;
  /** Confirmations that were refused, because another admin was first. */
  readonly refused: number;
  /** Answers that no admin should ever see. */
  readonly unexpected: readonly string[];
  /** The contradictions that `payments check` finds. */
  readonly problems: readonly string[];
  /** Each is the number of orders. */
  readonly counts: Readonly<Record<"receipts" | "lastNumber" | "plans" | "steps" | "claimedMails", number>>;
  readonly mailedTwice: number;
  /** Mails that a worker was handing over when it was killed: /today shows them to the admins. */
  readonly inDoubt: number;
  /** Receipts without a mail that is there or in doubt. */
  readonly lost: readonly string[];
}

const BATCH = 4;
const AGAIN = 0.2;

/** Orders with a UTR, each of a student of its own, and admins with a session. */
const ADD_PEOPLE = `
  with account as (
    insert into auth.users (email, email_confirmed_at)
    select 'buyer' || n || '@example.org', now() from generate_series(1, $1::int) as n returning id, email
  ), profile as (
    insert into public.profiles (id, email, first_name, last_name, phone)
    select id, email, 'Asha', 'Gowda', '1' from account returning id
  )
  select private.make_order(id, 'ug', 'cet', 'Medium', 'student') as id from profile`;
const ADD_CLAIMS = `
  insert into public.payments (order_id, utr, source)
  select id, (500000000000 + row_number() over ())::text, 'student' from public.orders`;
const PROVE = "select private.take_step(id, 'send proof', 'proof sent', 'student') from public.orders";
const ADD_ADMINS = `
  with account as (
    insert into auth.users (email, email_confirmed_at)
    select 'desk' || n || '@example.org', now() from generate_series(1, $1::int) as n returning id
  ), admin as (
    insert into private.admins (user_id, granted_by) select id, 'bench' from account returning user_id
  ), session as (
    insert into auth.sessions (id, user_id, method) select id, id, 'password' from account
  )
  select user_id from admin`;
const COUNTS = `
  select (select count(*)::int from receipts) as receipts, (select max(serial) from receipts) as "lastNumber",
    (select count(*)::int from user_plans where active) as plans,
    (select count(*)::int from order_steps where action = 'confirm') as steps,
    (select count(*)::int from private.payment_mails) as "claimedMails"`;
const IN_DOUBT = `
  select email from private.payment_mails as mail
    join public.order_steps on order_steps.id = step_id join public.orders on orders.id = order_id
    join auth.users on users.id = user_id
  where mail.state <> 'sent'`;
const DUE_MAILS = `
  select from graphile_worker.jobs
  where task_identifier = 'send-payment-mail' and run_at <= now() and attempts < max_attempts limit 1`;

export async function confirmWhileKilled(confirming: Confirming): Promise<ConfirmingResult> {
  const { ownerUrl, admins, servers, dataFolder } = confirming;
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const batches = await prepare(owner, confirming);
    const { rows } = await owner.query<{ user_id: string }>(ADD_ADMINS, [admins]);
    const access = await servers.access(rows.map(({ user_id }) => user_id));
    const desk = { batches, unanswered: 0, refused: 0, unexpected: [] as string[] };
    const total = batches.length;
    const work = async (admin: string) => {
      const client = openHttpClient(access);
      for (let batch = batches.shift(); batch; batch = batches.shift())
        await confirm(client, admin, batch, desk);
    };
    const killInBetween = async () => {
      for (let index = 0; index < servers.kills; index++) {
        const next = total - (total * (index + 1)) / (servers.kills + 1);
        while (batches.length > next) await pause(2);
        await servers.kill(index);
      }
    };
    await Promise.all([...rows.map(({ user_id }) => work(user_id)), killInBetween()]);
    // Another worker takes the mails of one that was killed after ten seconds.
    while ((await owner.query(DUE_MAILS)).rowCount) await pause(200);
    const checked = await owner.query<{ problem: string }>("select private.check_payments() as problem");
    const counted = await owner.query<ConfirmingResult["counts"]>(COUNTS);
    const mails = await countMails(dataFolder);
    const doubtful = await owner.query<{ email: string }>(IN_DOUBT);
    const known = new Set([...mails.keys(), ...doubtful.rows.map(({ email }) => email)]);
    return {
      unanswered: desk.unanswered,
      refused: desk.refused,
      unexpected: desk.unexpected,
      problems: checked.rows.map(({ problem }) => problem),
      counts: counted.rows[0] as ConfirmingResult["counts"],
      mailedTwice: [...mails.values()].filter((count) => count > 1).length,
      inDoubt: doubtful.rows.length,
      lost: Array.from({ length: confirming.orders }, (_, index) => `buyer${index + 1}@example.org`).filter(
        (email) => !known.has(email),
      ),
    };
  } finally {
    await owner.end();
  }
}

/** Returns the orders one by one and in batches, a part of them twice, so that two admins meet. */
async function prepare(owner: pg.Client, { orders, seed }: Confirming): Promise<string[][]> {
  const { rows } = await owner.query<{ id: string }>(ADD_PEOPLE, [orders]);
  await owner.query(ADD_CLAIMS);
  await owner.query(PROVE);
  await owner.query("delete from graphile_worker._private_jobs");
  const random = seededRandom(seed);
  const batches: string[][] = [];
  for (let next = 0; next < rows.length; ) {
    const batch = rows.slice(next, next + (random.chance(0.5) ? 1 : BATCH)).map(({ id }) => id);
    batches.push(batch, ...(random.chance(AGAIN) ? [batch] : []));
    next += batch.length;
  }
  return batches;
}

interface Desk {
  readonly batches: string[][];
  unanswered: number;
  refused: number;
  readonly unexpected: string[];
}

/** A batch without an answer is sent again later, as an admin would. */
async function confirm(client: Client, admin: string, batch: string[], desk: Desk): Promise<void> {
  const [order_id, ...others] = batch;
  const refuse = (message: string) => {
    desk.refused += 1;
    if (!message.endsWith("is confirmed, so this is not possible.")) desk.unexpected.push(message);
  };
  try {
    const rows = await client.send(
      admin,
      others.length > 0
        ? { call: "confirm_orders", with: { order_ids: batch } }
        : { call: "confirm_order", with: { order_id } },
    );
    for (const row of rows) if (row.outcome === "refused") refuse(String(row.message));
  } catch (error) {
    if (error instanceof Unanswered) {
      desk.unanswered += 1;
      desk.batches.push(batch);
    } else if (error instanceof Refused) refuse(error.message);
    else throw error;
  }
}

/** Returns the number of mails to each student. A receipt is the only mail of this run. */
async function countMails(dataFolder: string): Promise<Map<string, number>> {
  const outbox = path.join(dataFolder, "outbox");
  const mails = new Map<string, number>();
  for (const name of await readdir(outbox)) {
    if (!name.endsWith(".eml")) continue;
    const to = /^To: (.*)$/m.exec(await readFile(path.join(outbox, name), "latin1"))?.[1] ?? "";
    mails.set(to, (mails.get(to) ?? 0) + 1);
  }
  return mails;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
