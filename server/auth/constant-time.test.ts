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
])("work of %i ms is answered after %i", async (workMilliseconds, answeredAfter) => {
  const startedAt = performance.now();
  const answered = withConstantTime(async () => {
    await new Promise((resolve) => setTimeout(resolve, workMilliseconds));
    return performance.now();
  }).then(() => performance.now() - startedAt);
  await vi.runAllTimersAsync();
  expect(await answered).toBe(answeredAfter);
});

test("a refusal is not held back", async () => {
  await expect(withConstantTime(() => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
});
