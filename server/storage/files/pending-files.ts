import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { LimitReached } from "../../limits/limit-reached.ts";
import type { ServiceDatabase } from "../../postgres/database.ts";
import type { FileStore } from "./file-store.ts";
import { BACKUP, createUploadLock, FILE_LOCKS, type UploadLock } from "./upload-lock.ts";

const SWEEP_INTERVAL_MS = 60_000;
const REMOVAL_BATCH = 50;
const RETRY_UPLOAD_SECONDS = 10;

/** The place of an upload in flight. */
export interface UploadReservation {
  /** Null for programs with the secret key, which have no limit. */
  readonly userId: string | null;
  readonly bucket: string;
  readonly name: string;
  readonly maxInFlight: number | null;
}

/** For files of the server itself. */
const NO_RESERVATION: UploadReservation = { userId: null, bucket: "", name: "", maxInFlight: null };

/** Schedules the files of abandoned uploads for removal: this server's failed ones, and those of stopped servers. */
const SCHEDULE_ABANDONED = `
  update storage.pending_files set server = null
  where server is not null and version <> all ($1::text[])
    and (server = $2 or pg_try_advisory_xact_lock(${FILE_LOCKS}, server))`;

/**
 * Selects files to remove, or none while a backup copies files. The journal lists a file only once the deletion of its
 * row is committed, so a backup that acquires its lock after this query cannot contain that row.
 */
const SELECT_SCHEDULED = `
  select version from storage.pending_files
  where server is null and (select pg_try_advisory_xact_lock_shared(${FILE_LOCKS}, ${BACKUP}))
  order by since limit ${REMOVAL_BATCH}`;

/**
 * Keeps files and rows consistent through crashes and lost connections, with the journal storage.pending_files. Every
 * file in the store has a row in storage.objects, in storage.upload_parts or in the journal: there with a server while it
 * is uploaded, without one when it is scheduled for removal. A file is never removed merely because it has no row.
 */
export class PendingFiles {
  readonly #database: ServiceDatabase;
  readonly #files: FileStore;
  readonly #log: FastifyBaseLogger;
  readonly #lock: UploadLock;
  readonly #uploads = new Set<string>();
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
        this.#log.warn({ err: error }, "sweeping the pending files failed and will be retried");
      });
    }, SWEEP_INTERVAL_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#sweeping;
    await this.#lock.release();
  }

  /**
   * Runs an upload under a new version, whose journal row exists before its file. If the upload fails, the file is
   * removed, unless its row was committed after all: then the journal row is gone.
   */
  async receive<T>(upload: (version: string) => Promise<T>, reservation?: UploadReservation): Promise<T> {
    const version = randomUUID();
    this.#uploads.add(version);
    try {
      await this.#reserve(version, reservation);
      return await upload(version);
    } catch (error) {
      await this.abandon(version);
      throw error;
    } finally {
      this.#uploads.delete(version);
    }
  }

  /** Throws if the user has too many uploads in flight, or no place for another document. */
  async #reserve(
    version: string,
    { userId, bucket, name, maxInFlight }: UploadReservation = NO_RESERVATION,
  ): Promise<void> {
    const { rows } = await this.#database.query<{ isReserved: boolean }>(
      `select private.reserve_upload($1, $2, $3, $4, $5, $6) as "isReserved"`,
      [version, this.#lock.key[1], userId, bucket, name, maxInFlight],
    );
    if (!rows[0]?.isReserved) throw new LimitReached("uploads in flight", RETRY_UPLOAD_SECONDS);
  }

  /** Removes the files that are scheduled for removal. Failures are retried by the next sweep. */
  async removeScheduled(): Promise<void> {
    try {
      await this.#removeScheduled();
    } catch (error) {
      this.#log.warn({ err: error }, "removing files failed and will be retried");
    }
  }

  async #removeScheduled(): Promise<void> {
    for (;;) {
      const { rows } = await this.#database.query<{ version: string }>(SELECT_SCHEDULED);
      const versions = rows.map((row) => row.version);
      const results = await Promise.allSettled(versions.map((version) => this.#files.remove(version)));
      for (const result of results)
        if (result.status === "rejected")
          this.#log.warn({ err: result.reason }, "removing a file failed and will be retried");
      const removed = versions.filter((_, index) => results[index]?.status === "fulfilled");
      if (removed.length > 0)
        await this.#database.query("delete from storage.pending_files where version = any ($1)", [removed]);
      if (removed.length < REMOVAL_BATCH) return;
    }
  }

  /** Removes the file of an upload that did not become an object. */
  async abandon(version: string): Promise<void> {
    try {
      await this.#database.query("update storage.pending_files set server = null where version = $1", [
        version,
      ]);
      await this.#removeScheduled();
    } catch (error) {
      this.#log.warn({ err: error }, "removing the file of a failed upload failed and will be retried");
    }
  }

  async #sweep(): Promise<void> {
    await this.#database.query(SCHEDULE_ABANDONED, [[...this.#uploads], this.#lock.key[1]]);
    await this.#removeScheduled();
  }
}
