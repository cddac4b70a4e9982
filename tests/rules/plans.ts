import pg from "pg";

type Run = <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>;

export interface Plan {
  readonly mark: string;
  readonly text: string;
  /** The closing ranks that it has read. */
  readonly ranks: number;
  /** The blocks of 8 kB that it has read. */
  readonly blocks: number;
}

/** Runs statements as the owner, and returns the plans of all that they execute, also within functions, with their mark. */
export async function plansOf(
  url: string,
  work: (run: Run, mark: (name: string) => void) => Promise<void>,
): Promise<Plan[]> {
  const plans: Plan[] = [];
  let current = "";
  const client = new pg.Client({ connectionString: url });
  client.on("notice", ({ message: text = "" }) =>
    plans.push({ mark: current, text, ranks: ranksIn(text), blocks: blocksIn(text) }),
  );
  await client.connect();
  try {
    await client.query("load 'auto_explain'");
    await client.query(
      `set auto_explain.log_min_duration = 0; set auto_explain.log_nested_statements = on; set client_min_messages = log;
       set auto_explain.log_analyze = on; set auto_explain.log_timing = off; set auto_explain.log_buffers = on`,
    );
    await work(
      async (sql, values) => (await client.query(sql, values)).rows,
      (name) => {
        current = name;
      },
    );
  } finally {
    await client.end();
  }
  return plans;
}

function ranksIn(plan: string): number {
  return [...plan.matchAll(/ on closing_ranks .*\(actual rows=([\d.]+) loops=(\d+)\)/g)].reduce(
    (sum, [, rows, loops]) => sum + Number(rows) * Number(loops),
    0,
  );
}

/** The figures of the topmost node include those of the nodes below it. */
function blocksIn(plan: string): number {
  const [, hit = "0", , read = "0"] = /Buffers: shared(?: hit=(\d+))?( read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
