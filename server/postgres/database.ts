import pg from "pg";
import { Failure } from "../errors/failure.ts";
import { PipelinedQuery } from "./pipelined-query.ts";

export type ApiRole = "anon" | "authenticated" | "service_role";

/** Who a request speaks for. The claims are what the rules in the database see as `request.jwt.claims`. */
export interface Caller {
  readonly role: ApiRole;
  readonly claims: Readonly<Record<string, unknown>>;
  /** From where; to the rules `request.address`. */
  readonly address?: string;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Given, the statement is prepared once a connection under this name: only for a bounded number of texts. */
  readonly name?: string;
}

export type Row = Record<string, unknown>;
export type Rows<T extends Row> = { readonly rows: T[]; readonly rowCount: number };
export type Query = <T extends Row = Row>(text: string, values?: readonly unknown[]) => Promise<Rows<T>>;

/** No connection became free in time, or none could be opened. */
export class DatabaseUnavailable extends Failure {
  constructor(message: string, options?: ErrorOptions) {
    super("unavailable", message, options);
  }
}

export interface PoolOptions {
  readonly size: number;
  readonly name: string;
  readonly onError: (error: Error) => void;
}

const CHECKOUT_MILLISECONDS = 3_000;
/** Longer than the logins' statement_timeout, so that it only ends what the server can no longer answer. */
const ANSWER_MILLISECONDS = 15_000;

const BEGIN: Statement = { name: "begin", text: "begin" };
const ROLLBACK: Statement = { name: "rollback", text: "rollback" };

/** A token's claims are remembered with it and never change, so they are written out once and not at every request. */
const claimTexts = new WeakMap<Caller["claims"], string>();

function become({ role, claims, address = "" }: Caller): Statement {
  const text = claimTexts.get(claims) ?? JSON.stringify(claims);
  claimTexts.set(claims, text);
  return {
    name: "caller",
    text: "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.address', $3, true)",
    values: [role, text, address],
  };
}

class Connections {
  readonly #pool: pg.Pool;

  constructor(url: string, options: PoolOptions) {
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: options.name,
      max: options.size,
      connectionTimeoutMillis: CHECKOUT_MILLISECONDS,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
    });
    this.#pool.on("error", options.onError);
  }

  async use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw new DatabaseUnavailable("no connection to the database is free", { cause });
    });
    // Between check-out and release the pool does not listen, and an unheard "error" would end the process.
    let lost: Error | undefined;
    const onLost = (error: Error) => {
      lost = error;
    };
    client.on("error", onLost);
    try {
      return await work(client);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.severity === "FATAL")
        lost ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.off("error", onLost);
      client.release(lost);
    }
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}

/** Runs requests as their callers: its login can become an API role and nothing else. */
export class ApiDatabase {
  readonly #connections: Connections;

  constructor(url: string, options: PoolOptions) {
    this.#connections = new Connections(url, options);
  }

  /** One transaction, sent whole in one round trip. A statement that fails takes the transaction with it. */
  asCaller<T extends Row = Row>(caller: Caller, statement: Statement): Promise<Rows<T>> {
    return this.#connections.use((client) => send<T>(client, [become(caller), statement]));
  }

  /** The same, taken back at once: whether the rules would let the caller do it. */
  async tryAsCaller(caller: Caller, statement: Statement): Promise<void> {
    await this.#connections.use(async (client) => {
      try {
        await send(client, [BEGIN, become(caller), statement, ROLLBACK]);
      } catch (error) {
        // What failed was not followed by the rest, and the transaction still stands open.
        if (error instanceof pg.DatabaseError) await send(client, [ROLLBACK]);
        throw error;
      }
    });
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

/** What the backend's own services keep for themselves: sign-in, jobs, bookkeeping. Never a caller's statement. */
export class ServiceDatabase {
  /** For connections outside the pool, such as that of a session lock. */
  readonly url: string;
  readonly #connections: Connections;

  constructor(url: string, options: PoolOptions) {
    this.url = url;
    this.#connections = new Connections(url, options);
  }

  readonly query: Query = (text, values) =>
    this.#connections.use((client) => queryOn(client)(text, values)) as never;

  transaction<T>(work: (query: Query) => Promise<T>): Promise<T> {
    return this.#connections.use(async (client) => {
      const query = queryOn(client);
      await client.query("begin");
      try {
        const result = await work(query);
        await client.query("commit");
        return result;
      } catch (error) {
        await client.query("rollback");
        throw error;
      }
    });
  }

  /** With the server's own rights, and in the record of what admins did it was this caller. */
  transactionFor<T>({ claims, address = "" }: Caller, work: (query: Query) => Promise<T>): Promise<T> {
    return this.transaction(async (query) => {
      await query(
        "select set_config('request.jwt.claims', $1, true), set_config('request.address', $2, true)",
        [JSON.stringify(claims), address],
      );
      return work(query);
    });
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

async function send<T extends Row>(
  client: pg.PoolClient,
  statements: readonly Statement[],
): Promise<Rows<T>> {
  try {
    return await new Promise((resolve, reject) => {
      const query = new PipelinedQuery<T>(statements, ANSWER_MILLISECONDS, (error, result) => {
        if (result) resolve(asRows(result));
        else reject(error);
      });
      client.query(query as never);
    });
  } catch (error) {
    // It was made where the answer was read; who asked says more.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}

export function queryOn(client: pg.ClientBase): Query {
  return async (text, values = []) => asRows(await client.query(text, [...values])) as never;
}

function asRows<T extends Row>(result: pg.QueryResult<T>): Rows<T> {
  return { rows: result.rows, rowCount: result.rowCount ?? 0 };
}
