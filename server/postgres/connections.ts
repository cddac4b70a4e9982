import pg from "pg";
import { Failure } from "../errors/failure.ts";

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

export const CHECKOUT_TIMEOUT_MS = 3_000;
const IDLE_TIMEOUT_MS = 60_000;

/** A connection that is checked out of pg's pool. */
interface Connection {
  readonly client: pg.PoolClient;
  readonly onLost: (error: Error) => void;
  lost?: Error;
}

/**
 * Lends the connections of pg's pool. Free ones stay checked out, because a checkout takes several timers, events and
 * turns of the event loop. They return to the pool when somebody waits there, and once a minute, so that it can close
 * those that are no longer needed.
 */
export class Connections {
  readonly #pool: pg.Pool;
  readonly #onError: (error: Error) => void;
  /** The connection that was used last is the last. */
  readonly #free: Connection[] = [];
  readonly #timer: NodeJS.Timeout;
  #isClosing = false;

  constructor(url: string, { name, size, onError }: PoolOptions) {
    this.#pool = new pg.Pool({
      connectionString: url,
      application_name: name,
      max: size,
      connectionTimeoutMillis: CHECKOUT_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_TIMEOUT_MS,
      keepAlive: true,
    });
    this.#onError = onError;
    this.#pool.on("error", onError);
    this.#timer = setInterval(() => this.#returnFree(), IDLE_TIMEOUT_MS).unref();
  }

  async use<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const connection = this.#free.pop() ?? (await this.#checkOut());
    try {
      return await work(connection.client);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.severity === "FATAL")
        connection.lost ??= error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      if (connection.lost || this.#isClosing || this.#pool.waitingCount > 0) returnToPool(connection);
      else this.#free.push(connection);
    }
  }

  async #checkOut(): Promise<Connection> {
    const client = await this.#pool.connect().catch((cause: unknown) => {
      throw new DatabaseUnavailable("no connection to the database is free", { cause });
    });
    const connection: Connection = { client, onLost: (error) => this.#lose(connection, error) };
    // Until it is returned, the pool does not listen, and an unhandled "error" event would end the process.
    client.on("error", connection.onLost);
    return connection;
  }

  #lose(connection: Connection, error: Error): void {
    connection.lost = error;
    const position = this.#free.indexOf(connection);
    // A connection in use is returned after its work, which reports the error.
    if (position === -1) return;
    this.#free.splice(position, 1);
    returnToPool(connection);
    this.#onError(error);
  }

  #returnFree(): void {
    for (const connection of this.#free.splice(0)) returnToPool(connection);
  }

  close(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    this.#returnFree();
    return this.#pool.end();
  }
}

function returnToPool({ client, onLost, lost }: Connection): void {
  client.off("error", onLost);
  client.release(lost);
}
