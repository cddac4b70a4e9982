import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { ServiceDatabase } from "../../postgres/database.ts";
import type { FileStore } from "./file-store.ts";
import { BACKUP, createUploadLock, FILE_LOCKS, type UploadLock } from "./upload-lock.ts";

const SWEEP_MILLISECONDS = 60_000;
const AT_ONCE = 50;

/** The uploads that nobody is receiving: given up by this server, or left by one that is gone. */
const LET_GO = `
  update storage.pending_files set server = null
  where server is not null and version <> all ($1::text[])
    and (server = $2 or pg_try_advisory_xact_lock(${FILE_LOCKS}, server))`;

/**
 * A file is named here only once the end of its row was committed. So a copier that takes its lock after this has looked
 * sees no row of it either, and one that took it before finds nothing removed.
 */
const TO_GO = `
  select version from storage.pending_files
  where server is null and (select pg_try_advisory_xact_lock_shared(${FILE_LOCKS}, ${BACKUP}))
  order by since limit ${AT_ONCE}`;

/**
 * Keeps files and rows together over crashes and lost connections, by the books in storage.pending_files: every file in
 * the store has its row in storage.objects or a line in the books. Nothing is ever removed because it looks unknown.
 */
export class PendingFiles {
  readonly #database: ServiceDatabase;
  readonly #files: FileStore;
  readonly #log: FastifyBaseLogger;
  readonly #lock: UploadLock;
  readonly #underWay = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #sweeping: Promise<void> = Promise.resolve();

  constructor(database: ServiceDatabase, files: FileStore, log: FastifyBaseLogger) {
    this.#database = database;
    this.#files = files;
    this.#log = log;
    this.#lock = createUploadLock(database, log);
  }

  async start(): Promise<void> {
    await this.#lock.acquire();
    await this.#sweep();
    this.#timer = setInterval(() => {
      this.#sweeping = this.#sweep().catch((error: unknown) => {
        this.#log.warn({ err: error }, "files that are to go could not be looked for; trying again");
      });
    }, SWEEP_MILLISECONDS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
    await this.#lock.release();
  }

  /**
   * Runs an upload under a version of its own, whose line is in the books before its file can be in the store. When it
   * fails the file goes, unless its row was committed all the same: only the books know.
   */
  async receive<T>(upload: (version: string) => Promise<T>): Promise<T> {
    const version = randomUUID();
    this.#underWay.add(version);
    try {
      await this.#database.query("insert into storage.pending_files (version, server) values ($1, $2)", [
        version,
        this.#lock.key[1],
      ]);
      return await upload(version);
    } catch (error) {
      await this.#scheduleRemoval(version);
      throw error;
    } finally {
      this.#underWay.delete(version);
    }
  }

  /** Removes the files whose rows are gone. What cannot be removed now is removed later. */
  async removeScheduled(): Promise<void> {
    try {
      await this.#removeScheduled();
    } catch (error) {
      this.#log.warn({ err: error }, "removing files waits for the database");
    }
  }

  async #removeScheduled(): Promise<void> {
    for (;;) {
      const { rows } = await this.#database.query<{ version: string }>(TO_GO);
      const versions = rows.map((row) => row.version);
      const results = await Promise.allSettled(versions.map((version) => this.#files.remove(version)));
      for (const result of results)
        if (result.status === "rejected")
          this.#log.warn({ err: result.reason }, "a file could not be removed");
      const gone = versions.filter((_, index) => results[index]?.status === "fulfilled");
      if (gone.length > 0)
        await this.#database.query("delete from storage.pending_files where version = any ($1)", [gone]);
      if (gone.length < AT_ONCE) return;
    }
  }

  async #scheduleRemoval(version: string): Promise<void> {
    try {
      await this.#database.query("update storage.pending_files set server = null where version = $1", [
        version,
      ]);
      await this.#removeScheduled();
    } catch (error) {
      this.#log.warn({ err: error }, "the file of a failed upload is left for later");
    }
  }

  async #sweep(): Promise<void> {
    await this.#database.query(LET_GO, [[...this.#underWay], this.#lock.key[1]]);
    await this.#removeScheduled();
  }
}
