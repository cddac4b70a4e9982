import { randomInt } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { ServiceDatabase } from "../../postgres/database.ts";
import { SessionLock } from "../../postgres/session-lock.ts";

/** The class of these locks. The member is the number of a server, or BACKUP. */
export const FILE_LOCKS = 1_718_185_061;
/** Held while all files are copied: no file is removed until then. No server has this number. */
export const BACKUP = 0;

const RECONNECT_DELAY_MS = 1_000;

/** The member of its key is the number that marks this server's uploads; each loss of the lock brings a new one. */
export type UploadLock = SessionLock<readonly [lockClass: number, server: number]>;

/** Tells the other servers, and the next start of this one, which uploads nobody is receiving any more. */
export function createUploadLock(database: ServiceDatabase, log: FastifyBaseLogger): UploadLock {
  return new SessionLock({
    url: database.url,
    name: "maarga-files",
    nextKey: () => [FILE_LOCKS, randomInt(BACKUP + 1, 2 ** 31)],
    retryMs: 0,
    reconnect: {
      delayMs: RECONNECT_DELAY_MS,
      onError: (error) => log.warn({ err: error }, "uploads wait for the database"),
    },
  });
}
