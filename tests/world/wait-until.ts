import { setTimeout as wait } from "node:timers/promises";

/** Far longer than any step takes on a busy machine: a test that waits this long has failed. */
const TIMEOUT_MS = 100_000;
const INTERVAL_MS = 20;

/** Returns the first result of the check that is neither undefined nor false. */
export async function waitUntil<T>(
  what: string,
  check: () => Promise<T | undefined | false> | T | undefined | false,
): Promise<T> {
  const giveUpAt = Date.now() + TIMEOUT_MS;
  for (;;) {
    const result = await check();
    if (result !== undefined && result !== false) return result;
    if (Date.now() > giveUpAt) throw new Error(`timed out waiting for ${what}`);
    await wait(INTERVAL_MS);
  }
}
