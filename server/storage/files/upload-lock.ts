import { randomInt } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import type { ServiceDatabase } from "../../postgres/database.ts";
import { SessionLock } from "../../postgres/session-lock.ts";

/** The first part of these locks' keys. The second part is the number of a server, or BACKUP. */
export const FILE_LOCKS = 1_718_185_061;
/** Held while all files are copied, so that none is removed meanwhile. No server has this number. */
export const BACKUP = 0;

const RECONNECT_DELAY_MS = 1_000;

/** The second part of its key is the number that marks this server's uploads. It changes whenever the lock is lost. */
export type UploadLock = SessionLock<readonly [lockClass: number, server: number]>;

/** Shows other servers that this one is alive. Uploads of a server without its lock are abandoned. */
export function createUploadLock(database: ServiceDatabase, log: FastifyBaseLogger): UploadLock {
  return new SessionLock({
    url: database.url,
    name: "maarga-files",
    nextKey: () => [FILE_LOCKS, randomInt(BACKUP + 1, 2 ** 31)],
    retryMs: 0,
    reconnect: {
      delayMs: RECONNECT_DELAY_MS,
      onError: (error) => log.warn({ err: error }, "uploads wait: no upload lock could be acquired"),
    },
  });
}
