import { FairQueue } from "../limits/fair-queue.ts";

/**
 * Transactions that take seconds, or wait for each other in the database: few hold a connection at once, so that others
 * are free for signing in.
 */
const queue = new FairQueue({
  name: "long transactions",
  concurrency: 2,
  concurrencyPerClient: 1,
  maxWaiting: 20,
  maxWaitingPerClient: 5,
  maxWaitMs: 30_000,
});

/** Runs those of one admin one after the other. */
export function takeTurn<T>(adminId: string, work: () => Promise<T>): Promise<T> {
  return queue.run(adminId, work);
}
