import { MAX_REMEMBERED_CLIENTS, type TimeAllowance } from "./client-limits.ts";

/**
 * Counts the time that the work of each client takes: a token bucket of milliseconds. Its memory is bounded like that of
 * ClientLimiter.
 */
export class TimeBudget {
  readonly #burstMs: number;
  readonly #share: number;
  readonly #maxClients: number;
  readonly #now: () => number;
  /** The time at which the bucket of each client is full again, the most recent client last. */
  readonly #fullAtMs = new Map<string, number>();

  constructor(
    { burstMs, share }: TimeAllowance,
    { maxClients = MAX_REMEMBERED_CLIENTS, now = () => performance.now() } = {},
  ) {
    // The bucket is full again after its time divided by the share.
    this.#burstMs = burstMs / share;
    this.#share = share;
    this.#maxClients = maxClients;
    this.#now = now;
  }

  spend(client: string, ms: number): void {
    const fullAtMs = Math.max(this.#fullAtMs.get(client) ?? 0, this.#now()) + ms / this.#share;
    this.#fullAtMs.delete(client);
    this.#fullAtMs.set(client, fullAtMs);
    if (this.#fullAtMs.size > this.#maxClients)
      this.#fullAtMs.delete(this.#fullAtMs.keys().next().value as string);
  }

  isUsedUp(client: string): boolean {
    return (this.#fullAtMs.get(client) ?? 0) - this.#now() > this.#burstMs;
  }
}
