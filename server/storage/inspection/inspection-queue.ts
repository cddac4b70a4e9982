import { QueueFull } from "../../limits/fair-queue.ts";
import { countLimit } from "../../limits/limit-counts.ts";

interface InspectionQueueOptions {
  readonly maxWaiting: number;
  readonly maxWaitingPerClient: number;
  readonly maxWaitMs: number;
  /** The used time of a client counts half after this time. */
  readonly halfLifeMs: number;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
}

interface Client {
  usedMs: number;
  usedAt: number;
  readonly waiting: Waiting[];
}

interface Waiting {
  start(): void;
  refuse(): void;
}

const OPTIONS: InspectionQueueOptions = {
  maxWaiting: 200,
  maxWaitingPerClient: 20,
  maxWaitMs: 20_000,
  halfLifeMs: 60_000,
  now: () => performance.now(),
};
/** A client that has used less time than this is forgotten. */
const NEGLIGIBLE_MS = 1;

/**
 * Runs one task after the other. The next task belongs to the client that has used the least time lately. Slow files
 * therefore delay other files of the same client only: everybody else waits for the running task, and not for the
 * queue. Taking turns by client would not be enough, because a few accounts with slow files would still get most of the
 * time.
 */
export class InspectionQueue {
  readonly #options: InspectionQueueOptions;
  readonly #clients = new Map<string, Client>();
  #running: Client | undefined;
  #waiting = 0;

  constructor(options: Partial<InspectionQueueOptions> = {}) {
    this.#options = { ...OPTIONS, ...options };
  }

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const client = this.#findClient(name);
    if (this.#running) await this.#wait(client);
    else this.#running = client;
    const startedAt = this.#options.now();
    try {
      return await work();
    } finally {
      const usedMs = this.#usedMs(client) + this.#options.now() - startedAt;
      Object.assign(client, { usedMs, usedAt: this.#options.now() });
      this.#startNext();
    }
  }

  #findClient(name: string): Client {
    for (const [other, client] of this.#clients)
      if (client !== this.#running && client.waiting.length === 0 && this.#usedMs(client) < NEGLIGIBLE_MS)
        this.#clients.delete(other);
    const client = this.#clients.get(name) ?? { usedMs: 0, usedAt: this.#options.now(), waiting: [] };
    this.#clients.set(name, client);
    return client;
  }

  #usedMs({ usedMs, usedAt }: Client): number {
    return usedMs / 2 ** ((this.#options.now() - usedAt) / this.#options.halfLifeMs);
  }

  #wait(client: Client): Promise<void> {
    const { maxWaiting, maxWaitingPerClient, maxWaitMs } = this.#options;
    if (client.waiting.length >= maxWaitingPerClient) throw full();
    if (this.#waiting >= maxWaiting && !this.#makeSpaceFor(client)) throw full();
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => this.#remove(client, client.waiting.indexOf(waiting))?.refuse(),
        maxWaitMs,
      );
      const waiting: Waiting = {
        start: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: () => {
          clearTimeout(timer);
          reject(full());
        },
      };
      client.waiting.push(waiting);
      this.#waiting += 1;
    });
  }

  /** Refuses the last task of the client that has used the most time, unless that is this client. */
  #makeSpaceFor(client: Client): boolean {
    const [last] = this.#waitingClients().sort((a, b) => this.#usedMs(b) - this.#usedMs(a));
    if (!last || this.#usedMs(last) <= this.#usedMs(client)) return false;
    this.#remove(last, last.waiting.length - 1)?.refuse();
    return true;
  }

  #startNext(): void {
    const [next] = this.#waitingClients().sort((a, b) => this.#usedMs(a) - this.#usedMs(b));
    this.#running = next;
    if (next) this.#remove(next, 0)?.start();
  }

  #waitingClients(): Client[] {
    return [...this.#clients.values()].filter(({ waiting }) => waiting.length > 0);
  }

  #remove(client: Client, index: number): Waiting | undefined {
    const [waiting] = client.waiting.splice(index, 1);
    this.#waiting -= 1;
    return waiting;
  }
}

function full(): QueueFull {
  countLimit("inspection queue");
  return new QueueFull("too many uploads wait for their inspection", 5);
}
