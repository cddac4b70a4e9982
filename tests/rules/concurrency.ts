import pg from "pg";
import type { Caller } from "../../server/postgres/database.ts";
import { prepareDatabase } from "../../server/postgres/prepare/prepare-database.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { settlePeople } from "./people.ts";

export type Call = { who: Caller; text: string; values: unknown[] };
/** What a job of the server calls, and is given back as text. */
type Job = { job: "end_expired_plans" | "finish_campaigns" };

export type Arena = {
  owner: pg.Client;
  /** The same call in the same instant for each of the callers; what each of them was told, "done" if nothing. */
  atOnce(calls: Call[]): Promise<string[]>;
  /**
   * A second call while the transaction of the first is still open. Once the second has been answered or stands
   * still, the first commits: what the second was told, and what it had to wait for.
   */
  meanwhile(first: Call[], second: Call | Job): Promise<{ answer: string; waitedFor: string | null }>;
  /** More students with a plan, besides the usual people. */
  students(count: number, plan: string): Promise<(Caller & { id: string })[]>;
  close(): Promise<void>;
};

// A busy machine is no reason to fail, so the server's own limits on waiting are off.
const PATIENT = "-c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0";

/** Where requests really meet: committed, on many connections, through the server's own login. */
export async function openArena(): Promise<Arena> {
  const database = await createDatabase();
  const { apiUrl } = await prepareDatabase(database.url);
  const api = new pg.Pool({ connectionString: apiUrl, options: PATIENT, max: 40 });
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await settlePeople(owner);
  let made = 100;

  async function tell(call: Call): Promise<string> {
    const client = await api.connect();
    try {
      await client.query("begin");
      await make(client, call);
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

  return {
    owner,
    async meanwhile(first, second) {
      const client = await api.connect();
      try {
        await client.query("begin");
        for (const call of first) await make(client, call);
        let answered = false;
        const answer = ("job" in second ? work(database, second) : tell(second)).finally(() => {
          answered = true;
        });
        let waitedFor: string | null = null;
        while (!answered && waitedFor === null) waitedFor = await whatIsWaitedFor(owner);
        await client.query("commit");
        return { answer: await answer, waitedFor };
      } finally {
        client.release();
      }
    },
    atOnce: (calls) => Promise.all(calls.map(tell)),
    async students(count, plan) {
      const { rows } = await owner.query<{ id: string }>(
        `with account as (
           insert into auth.users (email) select 'student' || n || '@example.org' from generate_series($1::int, $2::int) n
           returning id, email
         ), profile as (
           insert into public.profiles (id, email, first_name, last_name, phone)
           select id, email, 'A', 'Student', '1' from account returning id
         )
         select id from profile`,
        [made, made + count - 1],
      );
      made += count;
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

async function make(client: pg.PoolClient, { who, text, values }: Call): Promise<void> {
  await client.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
    who.role,
    JSON.stringify(who.claims),
  ]);
  await client.query(text, values);
}

async function work(database: TestDatabase, { job }: Job): Promise<string> {
  const [row] = await database.query<{ answer: string }>(`select private.${job}()::text as answer`);
  return row?.answer ?? "";
}

/** "advisory" for a turn that is not ours yet, "transactionid" or "tuple" for a row that somebody else is writing. */
async function whatIsWaitedFor(owner: pg.Client): Promise<string | null> {
  const { rows } = await owner.query<{ event: string }>(
    `select wait_event as event from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
  );
  return rows[0]?.event ?? null;
}

export const tally = (answers: string[]): Record<string, number> => {
  const counts: Record<string, number> = {};
  for (const answer of answers) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
};
