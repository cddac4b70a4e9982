import type { Logger } from "pino";
import type { Task } from "../jobs/jobs.ts";
import type { Bounces } from "./bounces.ts";
import type { readMailbox } from "./read-mailbox.ts";

export const READ_BOUNCES = "read-bounces";
export const READ_BOUNCES_TIMES = "* * * * *";

const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 30 * 60_000;

interface MailboxDependencies {
  /** Without it, there is nothing to read. */
  readonly url: string | undefined;
  readonly bounces: Pick<Bounces, "recordReport">;
  readonly log: Logger;
  readonly read: typeof readMailbox;
  readonly now?: () => number;
}

/**
 * Reads the mailbox of the mails that came back. It runs every minute on one of the servers; after each failure it pauses
 * twice as long.
 */
export function createMailboxTask({ url, bounces, log, read, now = Date.now }: MailboxDependencies): Task {
  let pauseMs = 0;
  let resumesAt = 0;
  return async () => {
    if (url === undefined || now() < resumesAt) return undefined;
    try {
      await read(url, (raw) => bounces.recordReport(raw));
      pauseMs = 0;
    } catch (error) {
      pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2 || FIRST_PAUSE_MS);
      resumesAt = now() + pauseMs;
      log.warn({ err: error, milliseconds: pauseMs }, "the mailbox of bounces could not be read");
    }
    return undefined;
  };
}
