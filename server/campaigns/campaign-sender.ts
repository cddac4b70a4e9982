import { setTimeout as wait } from "node:timers/promises";
import { SessionLock } from "../postgres/session-lock.ts";
import type { CampaignDependencies } from "./dependencies.ts";
import { Sending } from "./sending.ts";

export interface CampaignSender {
  /** Starts no further delivery, and gives those in progress some time to finish. */
  stop(): Promise<void>;
}

/** The key of the advisory lock. Only the process that holds it sends. */
const SENDER_LOCK = 1_672_904_411;
/** Limits the time until another process takes over. */
const LOCK_RETRY_MS = 500;
const RESTART_DELAY_MS = 2_000;
/** Longer than a delivery usually takes; shorter than process managers wait before they kill a process. */
const STOP_TIMEOUT_MS = 10_000;

/** Sends campaigns whenever no other process does, until it is stopped. */
export function startCampaignSender(dependencies: CampaignDependencies): CampaignSender {
  const stopping = new AbortController();
  const running = (async () => {
    while (!stopping.signal.aborted) {
      await sendWhileLocked(dependencies, stopping.signal).catch((error: unknown) => {
        dependencies.log.warn({ err: error }, "sending campaigns failed and will be restarted");
      });
      await wait(RESTART_DELAY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await Promise.race([running, wait(STOP_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** Waits for the lock, and sends until its connection ends. */
async function sendWhileLocked(dependencies: CampaignDependencies, stopping: AbortSignal): Promise<void> {
  const lock = new SessionLock({
    url: dependencies.database.url,
    name: "maarga-campaigns",
    nextKey: () => SENDER_LOCK,
    retryMs: LOCK_RETRY_MS,
  });
  if (!(await lock.acquire(stopping))) return;
  try {
    const sending = new Sending(dependencies, lock.query, { stopping, lost: lock.lost });
    await lock.listen("campaigns", () => sending.notify());
    await sending.run();
  } finally {
    await lock.release();
  }
}
