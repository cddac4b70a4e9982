import { type Allowance, MAX_REMEMBERED_CLIENTS } from "./client-limits.ts";

interface Usage {
  /** The time at which the bucket is full again. */
  fullAtMs: number;
  inFlight: number;
}

/** The number of clients with a request in flight that are skipped to find one that can be forgotten. */
const MAX_CHECKED = 100;

/** Without a limit of its own on requests in flight, a client has only its rate. */
type LimiterOptions = Omit<Allowance, "inFlight"> & Partial<Pick<Allowance, "inFlight">>;

/**
 * Counts the requests of clients in this process: their rate, and how many are in flight. Its memory is bounded: when too
 * many clients are remembered, the least recently seen one without a request in flight is forgotten.
 */
export class ClientLimiter {
  readonly #maxInFlight: number;
  readonly #burstMs: number;
  readonly #intervalMs: number;
  readonly #maxClients: number;
  readonly #now: () => number;
  /** The least recently seen client first. */
  readonly #usages = new Map<string, Usage>();

  constructor(
    { inFlight = Number.POSITIVE_INFINITY, burst, ratePerSecond }: LimiterOptions,
    { maxClients = MAX_REMEMBERED_CLIENTS, now = () => performance.now() } = {},
  ) {
    this.#maxInFlight = inFlight;
    this.#intervalMs = 1_000 / ratePerSecond;
    this.#burstMs = burst * this.#intervalMs;
    this.#maxClients = maxClients;
    this.#now = now;
  }

  get size(): number {
    return this.#usages.size;
  }

  /** Returns 0 and counts the request, or returns the seconds after which the client may try again. */
  acquire(client: string): number {
    const usage = this.#find(client);
    if (!usage || usage.inFlight >= this.#maxInFlight) return 1;
    const now = this.#now();
    const fullAtMs = Math.max(usage.fullAtMs, now) + this.#intervalMs;
    const excessMs = fullAtMs - now - this.#burstMs;
    if (excessMs > 0) return Math.ceil(excessMs / 1_000);
    usage.fullAtMs = fullAtMs;
    usage.inFlight += 1;
    return 0;
  }

  /** The request has ended. */
  release(client: string): void {
    const usage = this.#usages.get(client);
    if (usage) usage.inFlight -= 1;
  }

  /** Takes requests from what the client may do next, even more than it has left. */
  charge(client: string, requests: number): void {
    const usage = this.#find(client);
    if (usage) usage.fullAtMs = Math.max(usage.fullAtMs, this.#now()) + requests * this.#intervalMs;
  }

  /** The request was refused elsewhere: it counts neither as in flight nor towards the rate. */
  giveBack(client: string): void {
    const usage = this.#usages.get(client);
    if (!usage) return;
    usage.inFlight -= 1;
    usage.fullAtMs -= this.#intervalMs;
  }

  /** Returns undefined if every remembered client has a request in flight, so that none can be forgotten. */
  #find(client: string): Usage | undefined {
    const known = this.#usages.get(client);
    if (known) this.#usages.delete(client);
    else if (this.#usages.size >= this.#maxClients && !this.#forgetOldest()) return undefined;
    const usage = known ?? { fullAtMs: 0, inFlight: 0 };
    this.#usages.set(client, usage);
    return usage;
  }

  #forgetOldest(): boolean {
    let checked = 0;
    for (const [client, usage] of this.#usages) {
      this.#usages.delete(client);
      if (usage.inFlight === 0) return true;
      // To the end, so that the next search does not check it again.
      this.#usages.set(client, usage);
      checked += 1;
      if (checked === MAX_CHECKED) return false;
    }
    return false;
  }
}
