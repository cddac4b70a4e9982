import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { withConstantTime } from "./constant-time.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  [0, 100],
  [6, 100],
  [71, 100],
  [99, 100],
  [130, 200],
  [199, 200],
])("work that takes %i ms returns after %i ms", async (workMs, returnsAfterMs) => {
  const startedAt = performance.now();
  const returnedAfter = withConstantTime(async () => {
    await new Promise((resolve) => setTimeout(resolve, workMs));
    return performance.now();
  }).then(() => performance.now() - startedAt);
  await vi.runAllTimersAsync();
  expect(await returnedAfter).toBe(returnsAfterMs);
});

test("a refusal is not delayed", async () => {
  await expect(withConstantTime(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});
