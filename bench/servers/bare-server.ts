// The minimum between a browser and the rules in the database: checks the token and runs the transaction.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import pg from "pg";
import { requireClaims } from "./tokens.ts";

const pool = new pg.Pool({
  connectionString: process.env.API_URL,
  max: Number(process.env.POOL),
  pipeline: true,
} as pg.PoolConfig);

const ASSUME_ROLE = "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)";
const READ = `select count(*)::integer as page, coalesce(json_agg(slot), '[]')::text as body
  from (select id, start_time, end_time from public.slots where user_id = $1 order by start_time desc) slot`;
const BOOK = `insert into public.slots (user_id, start_time, end_time)
  select user_id, start_time, end_time
  from json_to_record($1) as slot (user_id uuid, start_time timestamptz, end_time timestamptz)`;

async function transaction(claims: string, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const client = await pool.connect();
  try {
    const steps = await Promise.allSettled([
      client.query("begin"),
      client.query({ name: "assume role", text: ASSUME_ROLE, values: ["authenticated", claims] }),
      client.query(statement),
      client.query("commit"),
    ]);
    for (const step of steps) if (step.status === "rejected") throw step.reason;
    return (steps[2] as PromiseFulfilledResult<pg.QueryResult>).value;
  } finally {
    client.release();
  }
}

async function read(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const claims = await requireClaims(request);
  const student = new URLSearchParams(request.url?.split("?")[1]).get("user_id")?.slice("eq.".length);
  const { rows } = await transaction(claims, { name: "read", text: READ, values: [student] });
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" }).end(rows[0].body);
}

async function book(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const claims = await requireClaims(request);
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  await transaction(claims, { name: "book", text: BOOK, values: [body] });
  response.writeHead(201).end();
}

createServer((request, response) => {
  const handler = request.method === "POST" ? book : read;
  handler(request, response).catch((error: Error) => response.writeHead(400).end(error.message));
}).listen(Number(process.env.PORT), "127.0.0.1");

process.on("SIGTERM", () => process.exit());
