import path from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { Database } from "./database.ts";
import { seedOrders } from "./payments/seed-orders.ts";
import { median } from "./report.ts";
import { startMaarga } from "./tested-servers.ts";

/**
 * `npm run bench -- statements`: an admin adds a bank statement of 100,000 lines beside 20,000 open orders, and asks for
 * proposals until all are made, over HTTP as the screen does. It fails if one call takes much longer than the others.
 */

const PROJECT = path.resolve(import.meta.dirname, "..", "..");
const ADMIN = { email: "admin@example.org", password: "only for this benchmark" };
const MAX_RATIO = 5;

const { values } = parseArgs({
  args: process.argv.slice(3),
  options: { lines: { type: "string", default: "100000" } },
});

async function benchmarkStatements(lines: number): Promise<void> {
  const database = await Database.start(PROJECT);
  const { server } = await startMaarga(PROJECT, {
    ownerUrl: database.ownerUrl,
    dataFolder: path.join(database.folder, "maarga"),
    settings: {
      BOT_CHALLENGE: "off",
      CUTOFFS: "off",
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    const file = await seedOrders(owner, lines);
    // As PostgreSQL does by itself, within some minutes after so many insertions.
    await owner.query("vacuum (analyze)");
    const post = await signIn(`http://127.0.0.1:${server.port}`);
    const [, adding] = await timed(() => post("/functions/v1/read-statement?step=add&name=a.csv", file));
    const calls: number[] = [];
    for (let left = 1; left > 0; ) {
      const [answer, seconds] = await timed(() => post("/rest/v1/rpc/match_lines", "{}"));
      left = Number(answer);
      calls.push(seconds);
    }
    const { rows } = await owner.query<{ states: string }>(
      `select string_agg(concat(count, ' ', state), ', ' order by state) as states
       from (select state, count(*) from statement_lines group by state) as counted`,
    );
    report(lines, adding, calls, rows[0]?.states ?? "");
  } finally {
    await owner.end();
    await server.stop();
    await database.stop();
  }
}

type Post = (route: string, body: string) => Promise<unknown>;

async function signIn(address: string): Promise<Post> {
  const config = await fetch(`${address}/config.json`);
  const { publishableKey } = (await config.json()) as { publishableKey: string };
  const postAs = async (token: string, route: string, body: string) => {
    const response = await fetch(address + route, {
      method: "POST",
      headers: {
        apikey: publishableKey,
        authorization: `Bearer ${token}`,
        "content-type": route.includes("/functions/") ? "application/octet-stream" : "application/json",
      },
      body,
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${route}: ${response.status} ${text}`);
    return JSON.parse(text) as unknown;
  };
  const { access_token } = (await postAs(
    publishableKey,
    "/auth/v1/token?grant_type=password",
    JSON.stringify(ADMIN),
  )) as { access_token: string };
  return (route, body) => postAs(access_token, route, body);
}

async function timed<Answer>(work: () => Promise<Answer>): Promise<[Answer, seconds: number]> {
  const startedAt = performance.now();
  const answer = await work();
  return [answer, (performance.now() - startedAt) / 1_000];
}

function report(lines: number, adding: number, calls: readonly number[], states: string): void {
  const total = calls.reduce((sum, seconds) => sum + seconds, 0);
  const longest = Math.max(...calls);
  const ratio = longest / median(calls);
  console.log(
    [
      `${lines} lines and ${lines / 5} orders: read and added in ${adding.toFixed(1)} s`,
      `proposals: ${total.toFixed(1)} s in ${calls.length} calls, the longest ${longest.toFixed(2)} s`,
      `the longest call, compared with the one in the middle: ${ratio.toFixed(2)} (at most ${MAX_RATIO})`,
      states,
    ].join("\n"),
  );
  if (!(ratio <= MAX_RATIO)) process.exitCode = 1;
}

await benchmarkStatements(Number(values.lines));
