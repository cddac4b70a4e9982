import { randomInt } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type pg from "pg";
import { DatabaseUnavailable, type ServiceDatabase } from "../postgres/database.ts";

/** The first half of the two numbers of these locks; the second is the server's own, or BACKUP. */
export const FILE_LOCKS = 1_718_185_061;
/** Held by whoever copies all files: as long as it is, none is removed. No server has this number. */
export const BACKUP = 0;

const AGAIN_MILLISECONDS = 1_000;

/**
 * Says that this server lives, by a lock that PostgreSQL lets go of when the connection ends, however it ends. By it the
 * other servers, and the next start of this one, know which uploads nobody is receiving any more.
 */
export class Presence {
  readonly #database: ServiceDatabase;
  readonly #log: FastifyBaseLogger;
  #client: pg.Client | undefined;
  #server: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #stopped = false;

  constructor(database: ServiceDatabase, log: FastifyBaseLogger) {
    this.#database = database;
    this.#log = log;
  }

  /** The number that marks what this server receives. A new one after each loss of the connection. */
  get server(): number {
    if (this.#server === undefined) throw new DatabaseUnavailable("the lock of this server is not held");
    return this.#server;
  }

  async start(): Promise<void> {
    const client = this.#database.ownConnection("maarga-files");
    client.on("error", () => this.#lose(client));
    client.on("end", () => this.#lose(client));
    try {
      await client.connect();
      // A server that lost its network counts as gone within a minute, not after the system's two hours.
      await client.query(
        "set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10; set tcp_keepalives_count = 3",
      );
      this.#server = await lockSomeNumber(client);
      this.#client = client;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#server = undefined;
    clearTimeout(this.#timer);
    await this.#client?.end();
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return;
    this.#client = undefined;
    this.#server = undefined;
    if (!this.#stopped) this.#comeBack();
  }

  #comeBack(): void {
    this.#timer = setTimeout(() => {
      this.start().catch((error: unknown) => {
        this.#log.warn({ err: error }, "uploads wait for the database");
        if (!this.#stopped) this.#comeBack();
      });
    }, AGAIN_MILLISECONDS);
  }
}

async function lockSomeNumber(client: pg.Client): Promise<number> {
  for (;;) {
    const server = randomInt(BACKUP + 1, 2 ** 31);
    const { rows } = await client.query("select pg_try_advisory_lock($1, $2) as mine", [FILE_LOCKS, server]);
    if (rows[0].mine) return server;
  }
}
