import pg from "pg";
import type { Caller } from "../../server/postgres/database.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase } from "../world/cluster.ts";
import { insertPeople } from "./people.ts";

export type Student = Caller & { id: string };
/** The login of requests may take other roles than those of callers. */
export type Request = { who: Pick<Caller, "claims"> & { role: string }; text: string; values: unknown[] };
/** A job of the server. Its outcome is the result of the function as text. */
type Job = { job: "end_expired_plans" | "finish_campaigns" };
/** A statement of an operator in the database, such as the deletion of an account. */
type Statement = { operator: string; values: unknown[] };
type Outcomes = { outcome: string; waitedFor: string | null };

export type ConcurrentWorld = {
  owner: pg.Client;
  /** Sends all requests at once. Each outcome is "done" or the message of the refusal. */
  runAtOnce(requests: Request[]): Promise<string[]>;
  /**
   * Runs the second request while the transaction of the first is open. As soon as the second has finished or waits for
   * a lock, the first goes on with the rest and commits. `waitedFor` is the kind of that lock.
   */
  runDuring(first: Request[], second: Request | Job | Statement, rest?: Request[]): Promise<Outcomes>;
  /** Creates further students with a plan. */
  createStudents(count: number, plan: string): Promise<Student[]>;
  /** A second connection of the owner of the database. The caller ends it. */
  connectAsOwner(): Promise<pg.Client>;
  /** Returns the kind of the first lock for which somebody waits. */
  waitForLock(): Promise<string>;
  close(): Promise<void>;
};

// A slow machine must not fail a test, so the server's own timeouts are off.
const NO_TIMEOUTS = "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0";

/** A database in which requests are committed, on many connections, through the server's own login. */
export async function openConcurrentWorld(): Promise<ConcurrentWorld> {
  const database = await createDatabase();
  const { apiUrl } = await prepareDatabase(database.url);
  const api = new pg.Pool({ connectionString: apiUrl, options: NO_TIMEOUTS, max: 40 });
  // A connection that is ending may still hear that its database is dropped. While it is idle, the pool reports that.
  api.on("connect", (client) => client.on("error", () => undefined));
  api.on("error", () => undefined);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await insertPeople(owner);
  let nextStudent = 100;

  async function run(request: Request): Promise<string> {
    const client = await api.connect();
    try {
      await client.query("begin");
      await send(client, request);
      await client.query("commit");
      return "done";
    } catch (error) {
      await client.query("rollback");
      if (error instanceof pg.DatabaseError)
        return error.code === "P0001" ? error.message : `${error.code} ${error.message}`;
      throw error;
    } finally {
      client.release();
    }
  }

  async function runJob({ job }: Job): Promise<string> {
    const [row] = await database.query<{ result: string }>(`select private.${job}()::text as result`);
    return row?.result ?? "";
  }

  async function runStatement({ operator, values }: Statement): Promise<string> {
    await database.query(operator, values);
    return "done";
  }

  return {
    owner,
    async connectAsOwner() {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      return client;
    },
    async waitForLock() {
      for (;;) {
        const lock = await findAwaitedLock(owner);
        if (lock) return lock;
      }
    },
    async runDuring(first, second, rest = []) {
      const client = await api.connect();
      try {
        await client.query("begin");
        for (const request of first) await send(client, request);
        let finished = false;
        const outcome = (
          "job" in second ? runJob(second) : "operator" in second ? runStatement(second) : run(second)
        ).finally(() => {
          finished = true;
        });
        let waitedFor: string | null = null;
        while (!finished && waitedFor === null) waitedFor = await findAwaitedLock(owner);
        for (const request of rest) await send(client, request);
        await client.query("commit");
        return { outcome: await outcome, waitedFor };
      } finally {
        client.release();
      }
    },
    runAtOnce: (requests) => Promise.all(requests.map(run)),
    async createStudents(count, plan) {
      const { rows } = await owner.query<{ id: string }>(
        `with account as (
           insert into auth.users (email, email_confirmed_at) select 'student' || n || '@example.org', now() from generate_series($1::int, $2::int) n
           returning id, email
         ), profile as (
           insert into public.profiles (id, email, first_name, last_name, phone)
           select id, email, 'A', 'Student', '1' from account returning id
         )
         select id from profile`,
        [nextStudent, nextStudent + count - 1],
      );
      nextStudent += count;
      await owner.query(
        "insert into user_plans (user_id, plan_level, plan_exam, plan_name) select unnest($1::uuid[]), 'ug', 'cet', $2",
        [rows.map(({ id }) => id), plan],
      );
      return rows.map(({ id }) => ({
        id,
        role: "authenticated",
        claims: { sub: id, role: "authenticated" },
      }));
    },
    async close() {
      await Promise.all([api.end(), owner.end()]);
      await database.drop();
    },
  };
}

async function send(client: pg.PoolClient, { who, text, values }: Request): Promise<void> {
  await client.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
    who.role,
    JSON.stringify(who.claims),
  ]);
  await client.query(text, values);
}

/** Returns "advisory" for an advisory lock, "transactionid" or "tuple" for a row that another transaction writes. */
async function findAwaitedLock(owner: pg.Client): Promise<string | null> {
  const { rows } = await owner.query<{ event: string }>(
    `select wait_event as event from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
  );
  return rows[0]?.event ?? null;
}

/** Counts how often each outcome occurs. */
export function countOutcomes(outcomes: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const outcome of outcomes) counts[outcome] = (counts[outcome] ?? 0) + 1;
  return counts;
}
