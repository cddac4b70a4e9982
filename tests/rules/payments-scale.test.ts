import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { seedOrders } from "../../bench/payments/seed-orders.ts";
import { readStatement } from "../../server/statements/read-statement.ts";
import { createDatabase, type TestDatabase } from "../world/cluster.ts";
import { insertPeople, people } from "./people.ts";

/** The rows that the payment desk reads, whatever the time that a busy machine takes for them. */

let database: TestDatabase;
let desk: pg.Client;

beforeAll(async () => {
  database = await createDatabase();
  desk = new pg.Client({ connectionString: database.url });
  await desk.connect();
  await insertPeople(desk);
  await desk.query("select set_config('request.jwt.claims', $1, false)", [
    JSON.stringify(people.admin.claims),
  ]);
});
afterAll(async () => {
  await desk.end();
  await database.drop();
});

const LINES = 2_000;

/** Adds a statement with the payments of a fifth as many new students. */
async function addStatement(lines: number, before = 0): Promise<void> {
  const statement = await readStatement(Buffer.from(await seedOrders(desk, lines, before)), []);
  if (statement.kind !== "statement") throw new Error("The columns were not recognized.");
  const { rows } = await desk.query(
    "select statement_id as id from add_statement('x', encode(sha256(random()::text::bytea), 'hex'), 'HDFC Bank')",
  );
  for (let at = 0; at < statement.lines.length; at += 2_000)
    await desk.query("select add_statement_lines($1, $2)", [
      rows[0].id,
      JSON.stringify(
        statement.lines.slice(at, at + 2_000).map(({ day, paise, utr, order, narration, nth }, index) => ({
          line_number: at + index + 1,
          day,
          amount_paise: paise,
          utr: utr ?? null,
          reference: order ?? null,
          narration,
          nth,
        })),
      ),
    ]);
}

/** Runs a statement, and returns its first row with the number of rows that it has read from tables. */
async function rowsReadBy<Row>(sql: string): Promise<{ row: Row; read: number }> {
  await desk.query("begin");
  // The counters may still have those of the transactions before.
  const before = await countRead();
  const { rows } = await desk.query(sql);
  const read = (await countRead()) - before;
  await desk.query("commit");
  return { row: rows[0], read };
}

async function countRead(): Promise<number> {
  const { rows } = await desk.query<{ read: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_all_tables
     where schemaname in ('public', 'private')`,
  );
  return rows[0]?.read ?? 0;
}

/** Matches everything in parts, and returns the rows that each part has read. */
async function matchAll(): Promise<number[]> {
  const reads: number[] = [];
  for (let left = 1; left > 0; ) {
    const { row, read } = await rowsReadBy<{ left: string }>("select match_lines() as left");
    left = Number(row.left);
    reads.push(read);
  }
  return reads;
}

describe("with thousands of lines and orders", () => {
  test("matching is done in parts that read as much for many lines as for few", async () => {
    await addStatement(LINES);
    await desk.query("analyze");
    const first = await matchAll();
    expect(first.length).toBeGreaterThanOrEqual(LINES / 1_000);
    const counts = "select state, how, count(*)::int from statement_lines group by 1, 2 order by 1, 2";
    expect((await desk.query(counts)).rows).toEqual([
      { state: "certain", how: "reference", count: LINES / 25 },
      { state: "certain", how: "utr", count: (LINES / 25) * 2 },
      { state: "open", how: null, count: (LINES / 5) * 4 },
      { state: "suggested", how: "guess", count: (LINES / 25) * 2 },
    ]);
    await addStatement(LINES, LINES);
    await desk.query("analyze");
    const second = await matchAll();
    expect(Math.max(...second)).toBeLessThan(Math.max(...first) * 2);
  });

  test("nothing is read again as long as nothing has changed", async () => {
    expect((await rowsReadBy("select match_lines()")).read).toBeLessThan(100);
  });

  test("a page of lines reads the rows that it shows, and the counts read an index", async () => {
    await desk.query("vacuum (analyze)");
    const page = await rowsReadBy<{ count: string }>(
      "select count(*) from list_statement_lines('open', 2, 100)",
    );
    expect(page.row).toEqual({ count: "100" });
    expect(page.read).toBeLessThan(LINES);
    expect((await rowsReadBy("select * from count_statement_lines()")).read).toBeLessThan(100);
    expect((await rowsReadBy("select * from count_orders()")).read).toBeLessThan(100);
  });
});
