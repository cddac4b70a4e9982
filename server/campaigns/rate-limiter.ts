/** How many may go out now, when so many a second may. Of what a wait leaves undone little is made up for. */
export class RateLimiter {
  readonly #perMillisecond: number;
  readonly #most: number;
  #room = 1;
  #at = performance.now();

  constructor(ratePerSecond: number) {
    this.#perMillisecond = ratePerSecond / 1000;
    this.#most = Math.max(2, ratePerSecond / 10);
  }

  get room(): number {
    const now = performance.now();
    this.#room = Math.min(this.#most, this.#room + (now - this.#at) * this.#perMillisecond);
    this.#at = now;
    return Math.floor(this.#room);
  }

  /** Until there is room for one. */
  get milliseconds(): number {
    return this.room > 0 ? 0 : Math.ceil((1 - this.#room) / this.#perMillisecond);
  }

  take(count: number): void {
    this.#room -= count;
  }
}
