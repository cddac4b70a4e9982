import type { FastifyBaseLogger } from "fastify";
import { MAX_STREAMS } from "../limits/client-limits.ts";
import { shareWhileRunning } from "../limits/share-while-running.ts";
import type { ServiceDatabase } from "../postgres/database.ts";
import { Listener } from "../postgres/listener.ts";
import { ChangedDays } from "./changed-days.ts";
import { type Reader, Streams } from "./streams.ts";

/** New bookings are notified together at this interval, while this server has streams. */
const NOTIFY_MS = 120;

/** Passes the notifications of the database (database/rules/live.sql) on to the streams of this server. */
export class Live {
  readonly streams: Streams;
  readonly changes: ChangedDays;
  readonly #listener: Listener;
  readonly #notifyBookings: () => Promise<void>;
  #endedSessions = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: ServiceDatabase, log: FastifyBaseLogger) {
    this.#notifyBookings = shareWhileRunning(async () => {
      await database
        .query("select private.notify_changed_days()")
        .catch((error) => log.warn({ err: error }, "the servers could not be notified of bookings"));
    });
    this.streams = new Streams({
      maxStreams: MAX_STREAMS.all,
      maxStreamsPerUser: MAX_STREAMS.user,
      findInForce: (readers) => findInForce(database, readers),
      onError: (error) => log.warn({ err: error }, "the sessions of streams could not be checked"),
    });
    this.changes = new ChangedDays((days) => this.streams.publish(days));
    this.#listener = new Listener({
      url: database.url,
      name: "maarga_live",
      channels: {
        busy_days: (day) => this.changes.add(day),
        ended_sessions: () => {
          this.#endedSessions += 1;
          this.streams.check();
        },
      },
      onListening: () => this.changes.begin(),
      // A stream promises that nothing is missed. Its screen asks until it has another one.
      onLost: () => this.streams.endAll(),
      onError: (error) => log.warn({ err: error }, "the connection that listens to the database was lost"),
    });
  }

  get isListening(): boolean {
    return this.#listener.isListening;
  }

  /** The number of notifications that a session has ended. */
  get endedSessions(): number {
    return this.#endedSessions;
  }

  start(): Promise<void> {
    this.#timer = setInterval(() => {
      if (this.streams.size > 0) void this.#notifyBookings();
    }, NOTIFY_MS);
    return this.#listener.start();
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#listener.close();
  }
}

async function findInForce<R extends Reader>(database: ServiceDatabase, readers: readonly R[]): Promise<R[]> {
  const { rows } = await database.query<{ stream_position: number }>(
    "select stream_position from private.list_streams_in_force($1, $2, $3)",
    [
      readers.map(({ sessionId }) => sessionId),
      readers.map(({ userId }) => userId),
      readers.map(({ aal }) => aal),
    ],
  );
  return rows.flatMap(({ stream_position }) => readers[stream_position - 1] ?? []);
}
