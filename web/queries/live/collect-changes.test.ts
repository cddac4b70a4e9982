import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ChangedDays } from "./changes.ts";
import { collectChanges } from "./collect-changes.ts";

let passed: { readonly days: ChangedDays; readonly at: number }[];
let changes: ReturnType<typeof collectChanges>;

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
  passed = [];
  changes = collectChanges((days) => passed.push({ days, at: Date.now() - 1_000_000 }));
});
afterEach(() => {
  vi.useRealTimers();
});

test("changes of one moment are passed on together, within half a second", () => {
  changes.add(["2026-11-25"]);
  changes.add(["2026-11-26", "2026-11-25"]);
  expect(passed).toEqual([]);
  vi.advanceTimersByTime(500);
  expect(passed.map(({ days }) => days)).toEqual([["2026-11-25", "2026-11-26"]]);
  changes.add(["2026-11-25"]);
  changes.add("all");
  changes.add(["2026-11-25"]);
  vi.advanceTimersByTime(500);
  expect(passed.map(({ days }) => days)).toEqual([["2026-11-25", "2026-11-26"], "all"]);
});

test("in a rush, a screen asks five times at once and then every five seconds, and the last change is never lost", () => {
  const RUSH_SECONDS = 60;
  for (let second = 0; second < RUSH_SECONDS; second += 1) {
    changes.add([`day ${second}`]);
    vi.advanceTimersByTime(1_000);
  }
  expect(passed.length).toBeGreaterThanOrEqual(5 + RUSH_SECONDS / 5 - 2);
  expect(passed.length).toBeLessThanOrEqual(5 + RUSH_SECONDS / 5 + 1);
  expect(passed[4]?.at).toBeLessThan(5_000);
  vi.advanceTimersByTime(10_000);
  expect(passed.flatMap(({ days }) => days)).toHaveLength(RUSH_SECONDS);
});

test("nothing is passed on after the end", () => {
  changes.add("all");
  changes.stop();
  vi.runAllTimers();
  expect(passed).toEqual([]);
});
