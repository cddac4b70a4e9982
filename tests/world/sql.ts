import pg from "pg";

/**
 * The connections that a worker keeps, by address: opening one takes longer than most statements. The last one of a
 * database ends with it.
 */
const pools = new Map<string, pg.Pool>();

/** Runs one statement. Its connection is kept for the next one, without any setting of the session. */
export async function queryAt<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  return withClient(url, async (client) => (await client.query<T>(text, values)).rows);
}

/** Runs the work in one transaction. */
export function transactionAt<T>(url: string, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  return withClient(url, async (client) => {
    await client.query("begin");
    const result = await work(client);
    await client.query("commit");
    return result;
  });
}

/** Runs one statement over a connection of its own, for tests of who may connect and how. */
export async function queryOverNewConnection<T extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Ends the connections to a database that is about to be copied or dropped. */
export async function endConnections(url: string): Promise<void> {
  const pool = pools.get(url);
  pools.delete(url);
  await pool?.end();
}

async function withClient<T>(url: string, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await poolOf(url).connect();
  try {
    const result = await work(client);
    await client.query("discard all");
    client.release();
    return result;
  } catch (error) {
    // The connection ends, and with it all that the failure left behind.
    client.release(true);
    throw error;
  }
}

function poolOf(url: string): pg.Pool {
  const known = pools.get(url);
  if (known) return known;
  const pool = new pg.Pool({
    connectionString: url,
    max: 50,
    idleTimeoutMillis: 10_000,
    allowExitOnIdle: true,
  });
  // The database was stopped or dropped meanwhile; the next statement gets a new connection.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  pools.set(url, pool);
  return pool;
}
