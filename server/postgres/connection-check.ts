import pg from "pg";

const TIMEOUT_MS = 3_000;
/** Everyone may ask whether the server is ready, and each connection costs the database a process. */
const VALID_MS = 200;

/**
 * Creates a check that PostgreSQL accepts new connections. While it shuts down, it refuses them and still serves those
 * that are open, so a query over a pool does not show it.
 */
export function createConnectionCheck(url: string): () => Promise<void> {
  let acceptedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - acceptedAt < VALID_MS) return;
    const client = new pg.Client({
      connectionString: url,
      application_name: "maarga ready",
      connectionTimeoutMillis: TIMEOUT_MS,
    });
    // A connection may be lost between its start and its end, and an unhandled "error" event would end the process.
    client.on("error", () => undefined);
    try {
      await client.connect();
      acceptedAt = performance.now();
    } finally {
      await client.end();
    }
  };
}
