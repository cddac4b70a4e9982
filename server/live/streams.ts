import type { ServerResponse } from "node:http";

/** The user and session of a stream, and its end. */
export interface Reader {
  readonly userId: string;
  readonly sessionId: string;
  readonly aal: string;
  /** The end of the access token. */
  readonly expiresAtMs: number;
}

interface Stream extends Reader {
  readonly response: ServerResponse;
}

export interface StreamsOptions {
  readonly maxStreams: number;
  readonly maxStreamsPerUser: number;
  /** Returns the readers whose session is in force. */
  readonly findInForce: <R extends Reader>(readers: readonly R[]) => Promise<readonly R[]>;
  readonly onError: (error: unknown) => void;
}

/** Shorter than the time after which proxies and mobile networks forget a silent connection. */
const HEARTBEAT_MS = 30_000;
const HEARTBEAT = ":\n\n";
/** Sessions also end by the clock, of which no notification tells. */
const CHECK_MS = 5_000;
/** An event has some twenty bytes. A reader that left this many unread, after the buffers of the network, is cut off. */
const MAX_UNREAD_BYTES = 4_096;

/** For the metrics. */
let openStreams = 0;

export function countOpenStreams(): number {
  return openStreams;
}

/** The open streams of this server. */
export class Streams {
  readonly #options: StreamsOptions;
  /** The oldest stream of each user first. */
  readonly #ofUsers = new Map<string, Set<Stream>>();
  readonly #timers: readonly NodeJS.Timeout[];
  #size = 0;
  #checking: Promise<void> | undefined;
  #isCheckWanted = false;

  constructor(options: StreamsOptions) {
    this.#options = options;
    this.#timers = [
      setInterval(() => this.#write(HEARTBEAT), HEARTBEAT_MS).unref(),
      setInterval(() => this.check(), CHECK_MS).unref(),
    ];
  }

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size >= this.#options.maxStreams;
  }

  /**
   * Adds a response whose headers have been sent. The oldest stream of a user gives way: it is probably that of a phone
   * which has lost its network, and which the server still holds to be connected.
   */
  add(reader: Reader, response: ServerResponse, firstDays: string): void {
    const stream = { ...reader, response };
    const own = this.#ofUsers.get(reader.userId) ?? new Set();
    this.#ofUsers.set(reader.userId, own);
    const [oldest] = own;
    if (oldest && own.size >= this.#options.maxStreamsPerUser) this.#end(oldest);
    own.add(stream);
    this.#size += 1;
    openStreams += 1;
    response.once("close", () => this.#remove(stream));
    response.write(firstDays === "" ? HEARTBEAT : eventOf(firstDays));
  }

  publish(days: string): void {
    this.#write(eventOf(days));
  }

  /** Ends the streams whose session or token has ended. A check that is asked for during another one follows it. */
  check(): void {
    this.#isCheckWanted = true;
    this.#checking ??= this.#checkAll().finally(() => {
      this.#checking = undefined;
    });
  }

  endAll(): void {
    for (const stream of this.#all()) this.#end(stream);
  }

  /** Ends everything at once, so that no reader keeps the server from stopping. */
  close(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const { response } of this.#all()) response.destroy();
  }

  async #checkAll(): Promise<void> {
    while (this.#isCheckWanted && this.#size > 0) {
      this.#isCheckWanted = false;
      const now = Date.now();
      for (const stream of this.#all()) if (stream.expiresAtMs <= now) this.#end(stream);
      const streams = this.#all();
      try {
        const inForce = new Set(await this.#options.findInForce(streams));
        for (const stream of streams) if (!inForce.has(stream)) this.#end(stream);
      } catch (error) {
        // The next check follows soon. If the database is gone, so is the connection that listens, which ends all streams.
        this.#options.onError(error);
      }
    }
  }

  #write(text: string): void {
    for (const { response } of this.#all()) {
      if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
      else response.write(text);
    }
  }

  #end(stream: Stream): void {
    this.#remove(stream);
    const { response } = stream;
    if (response.writableLength > MAX_UNREAD_BYTES) response.destroy();
    else response.end();
  }

  #remove(stream: Stream): void {
    const own = this.#ofUsers.get(stream.userId);
    if (!own?.delete(stream)) return;
    this.#size -= 1;
    openStreams -= 1;
    if (own.size === 0) this.#ofUsers.delete(stream.userId);
  }

  #all(): Stream[] {
    return [...this.#ofUsers.values()].flatMap((own) => [...own]);
  }
}

function eventOf(days: string): string {
  return `data:${days}\n\n`;
}
