import { setTimeout as wait } from "node:timers/promises";
import { SessionLock } from "../postgres/session-lock.ts";
import { type CampaignDependencies, Sending } from "./sending.ts";

export interface RunningSender {
  /** Begins no new mail, and lets those that are being handed over come to their end for a while. */
  stop(): Promise<void>;
}

/** The process that holds this lock sends. */
const SENDER_LOCK = 1_672_904_411;
/** How soon another process takes over. */
const LOCK_RETRY_MS = 500;
const BROKEN_OFF_MILLISECONDS = 2_000;
/** Longer than a mail takes; shorter than what starts and stops servers waits before it kills. */
const STOP_MILLISECONDS = 10_000;

/** Sends campaigns whenever no other process does, until it is stopped. */
export function startCampaignSender(parts: CampaignDependencies): RunningSender {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await takeTurn(parts, stopping.signal).catch((error: unknown) => {
        parts.log.warn({ err: error }, "the sending of campaigns broke off; trying again");
      });
      await wait(BROKEN_OFF_MILLISECONDS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([running, wait(STOP_MILLISECONDS, undefined, { ref: false })]);
    },
  };
}

/** Waits for the lock, and sends for as long as the connection that holds it stands. */
async function takeTurn(parts: CampaignDependencies, stopping: AbortSignal): Promise<void> {
  const lock = new SessionLock({
    url: parts.database.url,
    name: "maarga-campaigns",
    nextKey: () => SENDER_LOCK,
    retryMs: LOCK_RETRY_MS,
  });
  if (!(await lock.acquire(stopping))) return;
  try {
    const sending = new Sending(parts, lock.query, { stopping, lost: lock.lost });
    await lock.listen("campaigns", () => sending.wake());
    await sending.run();
  } finally {
    await lock.release();
  }
}
