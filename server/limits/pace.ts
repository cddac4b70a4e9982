import { MAX_REMEMBERED_CLIENTS, type Rate } from "./client-limits.ts";

interface PaceOptions extends Rate {
  /** Requests of a client that wait for their turn. */
  readonly maxWaiting: number;
}

/**
 * Gives the requests of each client their turns: a burst at once, then one after the other. Its memory is bounded like that
 * of ClientLimiter.
 */
export class Pace {
  readonly #intervalMs: number;
  readonly #burstMs: number;
  readonly #maxWaitMs: number;
  readonly #maxClients: number;
  readonly #now: () => number;
  /** The time at which the burst of each client is whole again, the most recent client last. */
  readonly #fullAtMs = new Map<string, number>();

  constructor(
    { burst, ratePerSecond, maxWaiting }: PaceOptions,
    { maxClients = MAX_REMEMBERED_CLIENTS, now = () => performance.now() } = {},
  ) {
    this.#intervalMs = 1_000 / ratePerSecond;
    this.#burstMs = burst * this.#intervalMs;
    this.#maxWaitMs = maxWaiting * this.#intervalMs;
    this.#maxClients = maxClients;
    this.#now = now;
  }

  /** Returns the milliseconds until the turn of this request, or undefined if too many others wait before it. */
  takeTurn(client: string): number | undefined {
    const now = this.#now();
    const fullAtMs = Math.max(this.#fullAtMs.get(client) ?? 0, now) + this.#intervalMs;
    const waitMs = Math.max(0, fullAtMs - now - this.#burstMs);
    if (waitMs > this.#maxWaitMs) return undefined;
    this.#fullAtMs.delete(client);
    this.#fullAtMs.set(client, fullAtMs);
    if (this.#fullAtMs.size > this.#maxClients)
      this.#fullAtMs.delete(this.#fullAtMs.keys().next().value as string);
    return waitMs;
  }
}
