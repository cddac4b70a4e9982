import { MAX_REMEMBERED_CLIENTS } from "./client-limits.ts";

/** Short, because another server may have given back a request. */
const REMEMBER_MS = 1_000;

/**
 * Remembers for a moment which limits are used up, so that a flood of requests beyond one does not cost the database a
 * write each: they would all wait for the same row, and with them everybody else who needs a connection.
 */
export class UsedUpLimits {
  readonly #now: () => number;
  readonly #untilMs = new Map<string, number>();

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  add(key: string, seconds: number): void {
    if (this.#untilMs.size >= MAX_REMEMBERED_CLIENTS) this.#untilMs.clear();
    this.#untilMs.set(key, this.#now() + Math.min(seconds * 1_000, REMEMBER_MS));
  }

  delete(key: string): void {
    this.#untilMs.delete(key);
  }

  /** Returns the seconds to wait, or 0. */
  secondsLeft(key: string): number {
    const ms = (this.#untilMs.get(key) ?? 0) - this.#now();
    if (ms > 0) return Math.ceil(ms / 1_000);
    this.#untilMs.delete(key);
    return 0;
  }
}
