import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";

export interface ListenerOptions {
  readonly url: string;
  /** The application_name of the connection. */
  readonly name: string;
  /** The channels and what happens with each of their notifications. */
  readonly channels: Readonly<Record<string, (payload: string) => void>>;
  readonly onListening: () => void;
  /** Notifications are missed from now on. */
  readonly onLost: () => void;
  readonly onError: (error: unknown) => void;
}

const CONNECT_TIMEOUT_MS = 3_000;
const FIRST_RETRY_MS = 500;
const MAX_RETRY_MS = 30_000;
/** A database whose network is gone sends nothing, so the connection is checked this often. */
const CHECK_MS = 20_000;
const CHECK_TIMEOUT_MS = 10_000;

/** Listens to notifications on one connection of its own, and connects again whenever it is lost. */
export class Listener {
  readonly #options: ListenerOptions;
  readonly #stop = new AbortController();
  #isListening = false;
  #running: Promise<void> = Promise.resolve();

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  get isListening(): boolean {
    return this.#isListening;
  }

  /** Returns when the first attempt to connect has succeeded or failed. */
  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#running = this.#run(resolve);
    });
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(onAttempt: () => void): Promise<void> {
    const { signal } = this.#stop;
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      try {
        await this.#listen(() => {
          retryMs = FIRST_RETRY_MS;
          onAttempt();
        });
      } catch (error) {
        this.#options.onError(error);
      }
      onAttempt();
      // Servers that lost one database do not all return at the same moment.
      await pause(retryMs * (0.5 + Math.random()), signal);
      retryMs = Math.min(2 * retryMs, MAX_RETRY_MS);
    }
  }

  /** Returns when the connection is lost or closed. */
  async #listen(onConnected: () => void): Promise<void> {
    const { url, name, channels, onListening, onLost } = this.#options;
    const client = new pg.Client({
      connectionString: url,
      application_name: name,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
    });
    const ended = new AbortController();
    client.on("error", () => ended.abort());
    client.on("end", () => ended.abort());
    client.on("notification", ({ channel, payload = "" }) => channels[channel]?.(payload));
    try {
      await client.connect();
      for (const channel of Object.keys(channels)) await client.query(`listen ${channel}`);
      this.#isListening = true;
      onListening();
      onConnected();
      const signal = AbortSignal.any([ended.signal, this.#stop.signal]);
      while (await pause(CHECK_MS, signal)) await client.query("select");
    } finally {
      if (this.#isListening) {
        this.#isListening = false;
        onLost();
      }
      await client.end();
    }
  }
}

/** Returns false if the signal aborts first. */
function pause(milliseconds: number, signal: AbortSignal): Promise<boolean> {
  return wait(milliseconds, true, { signal }).catch(() => false);
}
