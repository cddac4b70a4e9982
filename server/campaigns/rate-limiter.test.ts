import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RateLimiter } from "./rate-limiter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function sentIn(seconds: number, limiter: RateLimiter): number {
  let sent = 0;
  for (let passedMs = 0; passedMs < seconds * 1000; passedMs += 10) {
    const { capacity } = limiter;
    limiter.consume(capacity);
    sent += capacity;
    vi.advanceTimersByTime(10);
  }
  return sent;
}

test.each([1, 10, 250])("a limit of %i mails a second is used and kept", (rate) => {
  const sent = sentIn(20, new RateLimiter(rate));
  expect(sent).toBeGreaterThanOrEqual(20 * rate - 2);
  expect(sent).toBeLessThanOrEqual(20 * rate + 2);
});

test.each([1, 10, 250])("a long pause is not followed by a burst, at %i a second", (rate) => {
  const limiter = new RateLimiter(rate);
  vi.advanceTimersByTime(3_600_000);
  expect(sentIn(1, limiter)).toBeLessThanOrEqual(rate * 1.1 + 2);
});

test("the delay lasts until the next mail may be sent", () => {
  const limiter = new RateLimiter(10);
  expect([limiter.capacity, limiter.delayMs]).toEqual([1, 0]);
  limiter.consume(1);
  expect([limiter.capacity, limiter.delayMs]).toEqual([0, 100]);
  vi.advanceTimersByTime(100);
  expect([limiter.capacity, limiter.delayMs]).toEqual([1, 0]);
});

test("without capacity the delay is never zero", () => {
  const limiter = new RateLimiter(2_000);
  limiter.consume(1);
  expect([limiter.capacity, limiter.delayMs]).toEqual([0, 1]);
});
