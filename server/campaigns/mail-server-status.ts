import type { Logger } from "pino";
import type { RetryDelays } from "./dependencies.ts";

/** Tracks whether the mail server accepts mails. After each failure of the server, sending pauses twice as long. */
export class MailServerStatus {
  readonly #log: Logger;
  readonly #delays: RetryDelays;
  #acceptedMails = 0;
  #pauseMs = 0;
  #resumesAt = 0;

  constructor(log: Logger, delays: RetryDelays) {
    this.#log = log;
    this.#delays = delays;
  }

  get acceptedMails(): number {
    return this.#acceptedMails;
  }

  /** The rest of the pause; zero while the server is available. */
  get delayMs(): number {
    return Math.max(0, this.#resumesAt - performance.now());
  }

  recordAccepted(): void {
    this.#acceptedMails += 1;
    this.recordAvailable();
  }

  recordAvailable(): void {
    if (this.#pauseMs > 0) this.#log.info("the mail server is available again: campaigns resume");
    this.#pauseMs = 0;
  }

  recordUnavailable(attemptStartedAt: number, reason: string): void {
    // Attempts that began before the end of a pause report the failure that caused it.
    if (attemptStartedAt < this.#resumesAt) return;
    const { firstPauseMs, longestPauseMs } = this.#delays;
    this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2 || firstPauseMs);
    this.#resumesAt = performance.now() + this.#pauseMs;
    this.#log.warn({ reason, milliseconds: this.#pauseMs }, "campaigns wait for the mail server");
  }
}
