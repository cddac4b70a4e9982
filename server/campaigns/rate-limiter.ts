/** A token bucket. It holds a tenth of a second's mails, so a pause is not followed by a burst. */
export class RateLimiter {
  readonly #ratePerMs: number;
  readonly #maxTokens: number;
  #tokens = 1;
  #refilledAt = performance.now();

  constructor(ratePerSecond: number) {
    this.#ratePerMs = ratePerSecond / 1000;
    this.#maxTokens = Math.max(2, ratePerSecond / 10);
  }

  /** The number of mails that may be sent now. */
  get capacity(): number {
    const now = performance.now();
    this.#tokens = Math.min(this.#maxTokens, this.#tokens + (now - this.#refilledAt) * this.#ratePerMs);
    this.#refilledAt = now;
    return Math.floor(this.#tokens);
  }

  /** The time until one mail may be sent. */
  get delayMs(): number {
    return this.capacity > 0 ? 0 : Math.ceil((1 - this.#tokens) / this.#ratePerMs);
  }

  consume(count: number): void {
    this.#tokens -= count;
  }
}
