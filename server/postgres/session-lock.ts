import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { DatabaseUnavailable } from "./connections.ts";
import { type Query, queryOn } from "./database.ts";

/** A number, or a class of locks and a member of it. A string is hashed. */
export type LockKey = number | readonly [lockClass: number, member: number | string];

export interface SessionLockOptions<Key extends LockKey> {
  readonly url: string;
  /** The application_name of the connection. */
  readonly name: string;
  /** Called before each attempt: returns a fixed key, or a new one in case the last is taken. */
  readonly nextKey: () => Key;
  /** The delay after an attempt that found the key taken. */
  readonly retryMs: number;
  /** Limits each query on this connection. */
  readonly queryTimeoutMs?: number;
  /** If set, a lost lock is acquired again: the delay before each attempt, and a handler for failed ones. */
  readonly reconnect?: { readonly delayMs: number; readonly onError: (error: unknown) => void };
}

interface Held<Key> {
  readonly client: pg.Client;
  readonly key: Key;
  readonly lost: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 3_000;
/** A server that lost its network counts as gone within a minute, not after the system's two hours. */
const KEEPALIVES =
  "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3";

/**
 * An advisory lock on a connection of its own. PostgreSQL releases it when the connection ends, even if this process was
 * killed, so it proves to other servers that this one is alive.
 */
export class SessionLock<Key extends LockKey = LockKey> {
  readonly #options: SessionLockOptions<Key>;
  readonly #released = new AbortController();
  #held: Held<Key> | undefined;
  #reconnecting: Promise<void> = Promise.resolve();

  constructor(options: SessionLockOptions<Key>) {
    this.#options = options;
  }

  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** Throws while the lock is not held. */
  get key(): Key {
    return this.#requireHeld().key;
  }

  /** Aborts when the connection of the lock ends. */
  get lost(): AbortSignal {
    return this.#requireHeld().lost;
  }

  /** Runs on the connection of the lock, so it fails once the lock is lost. */
  readonly query: Query = async (text, values) => queryOn(this.#requireHeld().client)(text, values) as never;

  /** Connects and waits for the lock. Returns false if the signal aborts first. */
  async acquire(signal: AbortSignal = this.#released.signal): Promise<boolean> {
    const { nextKey, retryMs } = this.#options;
    const client = this.#createClient();
    const lost = new AbortController();
    client.on("error", () => lost.abort());
    client.on("end", () => lost.abort());
    try {
      await client.connect();
      await client.query(KEEPALIVES);
      for (;;) {
        const key = nextKey();
        if (await tryLock(client, key)) {
          this.#hold({ client, key, lost: lost.signal });
          return true;
        }
        if (!(await pause(retryMs, signal))) break;
      }
    } catch (error) {
      await client.end();
      throw error;
    }
    await client.end();
    return false;
  }

  async listen(channel: string, onNotification: () => void): Promise<void> {
    const { client } = this.#requireHeld();
    client.on("notification", onNotification);
    await client.query(`listen ${channel}`);
  }

  async release(): Promise<void> {
    this.#released.abort();
    await this.#reconnecting;
    const held = this.#held;
    this.#held = undefined;
    await held?.client.end();
  }

  #createClient(): pg.Client {
    const { url, name, queryTimeoutMs = 15_000 } = this.#options;
    return new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: queryTimeoutMs,
      keepAlive: true,
    });
  }

  #requireHeld(): Held<Key> {
    if (!this.#held) throw new DatabaseUnavailable(`the lock of ${this.#options.name} is not held`);
    return this.#held;
  }

  #hold(held: Held<Key>): void {
    if (held.lost.aborted) throw new DatabaseUnavailable("the connection of the lock has ended");
    this.#held = held;
    held.lost.addEventListener("abort", () => {
      if (this.#held !== held) return;
      this.#held = undefined;
      this.#reconnecting = this.#reconnect();
    });
  }

  async #reconnect(): Promise<void> {
    const { reconnect } = this.#options;
    if (!reconnect) return;
    while (await pause(reconnect.delayMs, this.#released.signal)) {
      try {
        await this.acquire();
        return;
      } catch (error) {
        reconnect.onError(error);
      }
    }
  }
}

async function tryLock(client: pg.Client, key: LockKey): Promise<boolean> {
  const [lockClass, member] = typeof key === "number" ? [undefined, key] : key;
  const hashed = typeof member === "string" ? "hashtext($1)" : "$1";
  const { rows } =
    lockClass === undefined
      ? await client.query(`select pg_try_advisory_lock(${hashed}::bigint) as acquired`, [member])
      : await client.query(`select pg_try_advisory_lock($2::int, ${hashed}::int) as acquired`, [
          member,
          lockClass,
        ]);
  return rows[0].acquired;
}

/** Returns false if the signal aborts first. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal }).catch(() => false);
}
