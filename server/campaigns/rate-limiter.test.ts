import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RateLimiter } from "./rate-limiter.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function sentIn(seconds: number, pace: RateLimiter): number {
  let sent = 0;
  for (let passed = 0; passed < seconds * 1000; passed += 10) {
    const { room } = pace;
    pace.take(room);
    sent += room;
    vi.advanceTimersByTime(10);
  }
  return sent;
}

test.each([1, 10, 250])("%i a second are so many and no more", (ratePerSecond) => {
  const sent = sentIn(20, new RateLimiter(ratePerSecond));
  expect(sent).toBeGreaterThanOrEqual(20 * ratePerSecond - 2);
  expect(sent).toBeLessThanOrEqual(20 * ratePerSecond + 2);
});

test.each([1, 10, 250])("after a long pause no flood follows, at %i a second", (ratePerSecond) => {
  const pace = new RateLimiter(ratePerSecond);
  vi.advanceTimersByTime(3_600_000);
  expect(sentIn(1, pace)).toBeLessThanOrEqual(ratePerSecond * 1.1 + 2);
});

test("it says how long until the next", () => {
  const pace = new RateLimiter(10);
  expect([pace.room, pace.milliseconds]).toEqual([1, 0]);
  pace.take(1);
  expect([pace.room, pace.milliseconds]).toEqual([0, 100]);
  vi.advanceTimersByTime(100);
  expect([pace.room, pace.milliseconds]).toEqual([1, 0]);
});

test("as long as there is no room there is something to wait for, however short", () => {
  const pace = new RateLimiter(2_000);
  pace.take(1);
  expect([pace.room, pace.milliseconds]).toEqual([0, 1]);
});
