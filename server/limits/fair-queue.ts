import { Failure } from "../errors/failure.ts";
import { countLimit } from "./limit-counts.ts";
import type { TimeBudget } from "./time-budget.ts";

interface FairQueueOptions {
  /** For the metrics. */
  readonly name: string;
  /** Tasks that run at once, of all clients and of one client. */
  readonly concurrency: number;
  readonly concurrencyPerClient: number;
  readonly maxWaiting: number;
  readonly maxWaitingPerClient: number;
  readonly maxWaitMs: number;
  /** The time that the tasks of one client may take. Beyond it, they run one at a time, with pauses. */
  readonly budget?: TimeBudget;
}

interface Waiting {
  start(): void;
  refuse(): void;
}

interface Lane {
  readonly client: string;
  readonly maxRunning: number;
  running: number;
  readonly waiting: Waiting[];
}

/** The work could not begin in time: the client should retry in a moment. */
export class QueueFull extends Failure {
  constructor(message: string, retryAfterSeconds: number) {
    super("busy", message, { retryAfterSeconds });
  }
}

/**
 * Runs tasks with a limit on how many run at once. Clients take turns: each has a short queue of its own, so that the
 * excess of one client waits behind itself and not before the others. If too many wait in total, the client with the
 * longest queue loses its last task.
 */
export class FairQueue {
  readonly #options: FairQueueOptions;
  readonly #lanes = new Map<string, Lane>();
  /** Clients whose next task may run as soon as there is capacity, in the order of their turns. */
  readonly #turns = new Set<Lane>();
  #running = 0;
  #waiting = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  async run<T>(
    client: string,
    work: () => Promise<T>,
    maxRunning = this.#options.concurrencyPerClient,
  ): Promise<T> {
    const lane = this.#findLane(client, maxRunning);
    if (this.#running < this.#options.concurrency && this.#mayRun(lane)) this.#begin(lane);
    else await this.#wait(lane);
    const beganAtMs = performance.now();
    try {
      return await work();
    } finally {
      this.#end(lane, performance.now() - beganAtMs);
    }
  }

  #mayRun(lane: Lane): boolean {
    return lane.running < (this.#isOverBudget(lane) ? 1 : lane.maxRunning);
  }

  /** A client that may use all places is trusted, and has no budget. */
  #isOverBudget({ client, maxRunning }: Lane): boolean {
    const { budget, concurrency } = this.#options;
    return maxRunning < concurrency && budget?.isUsedUp(client) === true;
  }

  #findLane(client: string, maxRunning: number): Lane {
    const known = this.#lanes.get(client);
    if (known) return known;
    const lane = { client, maxRunning, running: 0, waiting: [] };
    this.#lanes.set(client, lane);
    return lane;
  }

  #begin(lane: Lane): void {
    this.#running += 1;
    lane.running += 1;
  }

  #end(lane: Lane, ms: number): void {
    this.#running -= 1;
    this.#options.budget?.spend(lane.client, ms);
    // The client's place stays taken during the pause, and the place of the queue is free.
    if (this.#isOverBudget(lane)) setTimeout(() => this.#leave(lane), ms);
    else this.#leave(lane);
    if (this.#waiting > 0) this.#startNext();
  }

  #leave(lane: Lane): void {
    lane.running -= 1;
    this.#offerTurn(lane);
    if (this.#waiting > 0) this.#startNext();
    this.#forgetIfIdle(lane);
  }

  #startNext(): void {
    const [next] = this.#turns;
    if (!next || this.#running >= this.#options.concurrency) return;
    this.#turns.delete(next);
    this.#begin(next);
    this.#removeWaiting(next, 0)?.start();
    this.#offerTurn(next);
  }

  #wait(lane: Lane): Promise<void> {
    const { maxWaiting, maxWaitingPerClient, maxWaitMs } = this.#options;
    const hasSpace = lane.waiting.length < maxWaitingPerClient;
    if (!hasSpace || (this.#waiting >= maxWaiting && !this.#makeSpaceFor(lane))) {
      this.#forgetIfIdle(lane);
      throw this.#full();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#removeWaiting(lane, lane.waiting.indexOf(waiting))?.refuse();
        this.#offerTurn(lane);
        this.#forgetIfIdle(lane);
      }, maxWaitMs);
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          reject(this.#full());
        },
      };
      lane.waiting.push(waiting);
      this.#waiting += 1;
      this.#offerTurn(lane);
    });
  }

  #offerTurn(lane: Lane): void {
    if (lane.waiting.length > 0 && this.#mayRun(lane)) this.#turns.add(lane);
    else this.#turns.delete(lane);
  }

  #removeWaiting(lane: Lane, index: number): Waiting | undefined {
    const [waiting] = lane.waiting.splice(index, 1);
    this.#waiting -= 1;
    return waiting;
  }

  /** Refuses the last task of the client with the longest queue, unless that is this client. */
  #makeSpaceFor(lane: Lane): boolean {
    let longest = lane;
    for (const other of this.#lanes.values())
      if (other.waiting.length > longest.waiting.length) longest = other;
    if (longest === lane) return false;
    this.#removeWaiting(longest, longest.waiting.length - 1)?.refuse();
    this.#offerTurn(longest);
    return true;
  }

  #forgetIfIdle(lane: Lane): void {
    if (lane.running === 0 && lane.waiting.length === 0) this.#lanes.delete(lane.client);
  }

  #full(): QueueFull {
    countLimit(`${this.#options.name} queue`);
    const seconds = Math.ceil(this.#options.maxWaitMs / 1_000);
    return new QueueFull(`too much waits for ${this.#options.name}`, seconds);
  }
}
