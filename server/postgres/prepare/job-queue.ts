import { Logger, runMigrations } from "graphile-worker";
import pg from "pg";
import { SERVER_ROLE } from "./role-names.ts";

const SCHEMA = "graphile_worker";

/** Creates the tables of the job queue as the owner and grants the services access. */
export async function prepareJobQueue(client: pg.Client, ownerUrl: string): Promise<void> {
  await migrate(ownerUrl);
  await client.query(`
    grant usage on schema ${SCHEMA} to ${SERVER_ROLE};
    grant select, insert, update, delete on all tables in schema ${SCHEMA} to ${SERVER_ROLE};
    grant usage, select on all sequences in schema ${SCHEMA} to ${SERVER_ROLE};
    grant execute on all functions in schema ${SCHEMA} to ${SERVER_ROLE}`);
  // The tables have row-level security and no policy, so only their owner would see any row.
  const { rows } = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c
     where relnamespace = $1::regnamespace and relrowsecurity and not exists (select from pg_policy where polrelid = c.oid)`,
    [SCHEMA],
  );
  for (const { table } of rows)
    await client.query(
      `create policy "the server" on ${table} to ${SERVER_ROLE} using (true) with check (true)`,
    );
}

/**
 * The package would remove its error listener before the connection is closed. A database that ends the connection at
 * that moment would then end this process, so the pool is our own and keeps its listeners.
 */
async function migrate(ownerUrl: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1, connectionTimeoutMillis: 10_000 });
  pool.on("error", () => undefined); // The statement that needs the connection fails with its own error.
  pool.on("connect", (connection) => connection.on("error", () => undefined));
  try {
    await runMigrations({ pgPool: pool, schema: SCHEMA, logger: new Logger(() => () => undefined) });
  } finally {
    await pool.end();
  }
}
