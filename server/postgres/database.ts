import pg from "pg";
import type { TimeAllowance } from "../limits/client-limits.ts";
import { FairQueue } from "../limits/fair-queue.ts";
import { toWideNetwork } from "../limits/network.ts";
import { TimeBudget } from "../limits/time-budget.ts";
import { CHECKOUT_TIMEOUT_MS, Connections, type PoolOptions } from "./connections.ts";
import { PipelinedQuery, type Step } from "./pipelined-query.ts";
import { SECRET_KEY, SIGNED_IN, sessionOf, toBinary, VISITOR } from "./set-caller.ts";

export type ApiRole = "anon" | "authenticated" | "service_role";

/** The identity of a request. Rules in the database read the claims as `request.jwt.claims`. */
export interface Caller {
  readonly role: ApiRole;
  readonly claims: Readonly<Record<string, unknown>>;
  /** The client's IP address; rules read it as `request.address`. */
  readonly address?: string;
}

export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** The statement is prepared under this name once per connection: only for a bounded number of texts. */
  readonly name?: string;
}

export type Row = Record<string, unknown>;
export type Rows<T extends Row> = { readonly rows: T[]; readonly rowCount: number };
export type Query = <T extends Row = Row>(text: string, values?: readonly unknown[]) => Promise<Rows<T>>;

export type RunStatement = <T extends Row = Row>(statement: Statement) => Promise<Rows<T>>;

/** A caller never uses all connections, however many requests they send and however long these take. */
const MAX_SHARE_OF_POOL = 0.4;
/** Requests that wait for a connection. They are short: three seconds of work for one caller. */
const MAX_WAITING = 2_000;
const MAX_WAITING_PER_CLIENT = 300;
/** Longer than statement_timeout, so that it only applies when the connection is dead. */
const QUERY_TIMEOUT_MS = 15_000;

const BEGIN: Statement = { name: "begin", text: "begin" };
const COMMIT: Statement = { name: "commit", text: "commit" };
const ROLLBACK: Statement = { name: "rollback", text: "rollback" };

/** Claims are kept with their token and never change, so each has the statement for its latest caller. */
const callerStatements = new WeakMap<Caller["claims"], { caller: Caller; statement: Step }>();

/** Refuses the whole round trip if the caller's session has ended. A visitor and the secret key have no session. */
function setCaller(caller: Caller): Step {
  const known = callerStatements.get(caller.claims);
  if (known?.caller.role === caller.role && known.caller.address === caller.address) return known.statement;
  const statement = { ...createCallerStatement(caller), kept: {} };
  callerStatements.set(caller.claims, { caller, statement });
  return statement;
}

function createCallerStatement({ role, claims, address = "" }: Caller): Statement {
  const text = JSON.stringify(claims);
  if (role === "anon") return { name: "visitor", text: VISITOR, values: [text, address] };
  if (role === "service_role") return { name: "secret key", text: SECRET_KEY, values: [text, address] };
  const session = sessionOf(claims);
  const [, userId] = session;
  return { name: "signed-in caller", text: SIGNED_IN, values: [text, address, userId, ...toBinary(session)] };
}

const REQUIRE_SESSION = "select private.require_session($1, $2, $3, $4)";

/** Returns whose requests take turns with those of others: a user, or the network of visitors. */
function clientOf({ role, claims, address = "" }: Caller): string {
  if (role === "service_role") return role;
  return typeof claims.sub === "string" ? claims.sub : toWideNetwork(address);
}

/** Runs requests as their callers: its login can switch to an API role and has no other rights. */
export class ApiDatabase {
  readonly #connections: Connections;
  readonly #queue: FairQueue;
  readonly #size: number;
  readonly #maxPerClient: number;

  constructor(url: string, options: PoolOptions & { readonly timeOfUser?: TimeAllowance }) {
    this.#connections = new Connections(url, options);
    this.#size = options.size;
    this.#maxPerClient = Math.max(1, Math.floor(options.size * MAX_SHARE_OF_POOL));
    this.#queue = new FairQueue({
      name: "database",
      concurrency: this.#size,
      concurrencyPerClient: this.#maxPerClient,
      maxWaiting: MAX_WAITING,
      maxWaitingPerClient: MAX_WAITING_PER_CLIENT,
      maxWaitMs: CHECKOUT_TIMEOUT_MS,
      ...(options.timeOfUser && { budget: new TimeBudget(options.timeOfUser) }),
    });
  }

  /** Runs the statement in a transaction of its own, in one round trip. */
  asCaller<T extends Row = Row>(caller: Caller, statement: Statement): Promise<Rows<T>> {
    return this.#use(caller, (client) => send<T>(client, [setCaller(caller), statement]));
  }

  /**
   * Runs several statements in one transaction. Each that `work` runs takes a round trip, and the first and the last
   * share theirs with its begin and its end.
   */
  async transactionAsCaller<T, R extends Row>(
    caller: Caller,
    first: Statement,
    work: (rows: R[], run: RunStatement) => Promise<{ readonly result: T; readonly last?: Statement }>,
  ): Promise<T> {
    return this.#use(caller, async (client) => {
      try {
        const { rows } = await send<R>(client, [BEGIN, setCaller(caller), first]);
        const { result, last } = await work(rows, (statement) => send(client, [statement]));
        await send(client, last ? [last, COMMIT] : [COMMIT]);
        return result;
      } catch (error) {
        if (error instanceof pg.DatabaseError) await send(client, [ROLLBACK]);
        throw error;
      }
    });
  }

  /** Checks whether the rules allow the statement: runs it and rolls it back. */
  async tryAsCaller(caller: Caller, statement: Statement): Promise<void> {
    await this.#use(caller, async (client) => {
      try {
        await send(client, [BEGIN, setCaller(caller), statement, ROLLBACK]);
      } catch (error) {
        // The rest was not sent after the failure, so the transaction is still open.
        if (error instanceof pg.DatabaseError) await send(client, [ROLLBACK]);
        throw error;
      }
    });
  }

  #use<T>(caller: Caller, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const maxRunning = caller.role === "service_role" ? this.#size : this.#maxPerClient;
    return this.#queue.run(clientOf(caller), () => this.#connections.use(work), maxRunning);
  }

  close(): Promise<void> {
    return this.#connections.close();
  }
}

/** For the backend's own services: sign-in, jobs, bookkeeping. Never runs a caller's statement. */
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

  /** Refuses if the session of this signed-in caller has ended, or if their second step is missing. */
  async requireSession(caller: Caller): Promise<void> {
    await this.query(REQUIRE_SESSION, sessionOf(caller.claims));
  }

  /** Refuses if the session of this signed-in caller has ended. Only for what leads to the second step or signs out. */
  async requireFirstStep(caller: Caller): Promise<void> {
    const [sessionId, userId, rotation] = sessionOf(caller.claims);
    await this.query(REQUIRE_SESSION, [sessionId, userId, rotation, null]);
  }

  /** Runs with the server's own rights, if the caller's session is in force; the audit log records this caller. */
  transactionFor<T>(caller: Caller, work: (query: Query) => Promise<T>): Promise<T> {
    const { claims, address = "" } = caller;
    return this.transaction(async (query) => {
      if (caller.role === "authenticated") await query(REQUIRE_SESSION, sessionOf(caller.claims));
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
      const query = new PipelinedQuery<T>(statements, QUERY_TIMEOUT_MS, (error, result) => {
        if (result) resolve(result as Rows<T>);
        else reject(error);
      });
      client.query(query as never);
    });
  } catch (error) {
    // The stack of the caller is more useful than that of the code which read the response.
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
