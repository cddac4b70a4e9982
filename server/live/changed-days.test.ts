import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ChangedDays } from "./changed-days.ts";

const MINUTE_MS = 60_000;
let now = 0;
let published: string[];
let changes: ChangedDays;

beforeEach(() => {
  vi.useFakeTimers();
  [now, published] = [100 * MINUTE_MS, []];
  changes = new ChangedDays(
    (days) => published.push(days),
    () => now,
  );
});
afterEach(() => {
  vi.useRealTimers();
});

test("changes of one moment are one event, in which each day is named once", () => {
  changes.add("2026-11-25");
  changes.add("2026-11-26");
  changes.add("2026-11-25");
  expect(published).toEqual([]);
  vi.runAllTimers();
  expect(published).toEqual(["2026-11-25,2026-11-26"]);
  changes.add("2026-11-25");
  vi.runAllTimers();
  expect(published).toEqual(["2026-11-25,2026-11-26", "2026-11-25"]);
});

test("all days include every other", () => {
  changes.add("2026-11-25");
  changes.add("all");
  vi.runAllTimers();
  expect(published).toEqual(["all"]);
});

test.each(["", "x", "2026-11-25\n\ndata:x", "2026-11-2", "all,all"])("ignores %j", (payload) => {
  changes.add(payload);
  vi.runAllTimers();
  expect(published).toEqual([]);
});

test.each([
  ["that arrived after the change", 20_000, ""],
  ["that arrived shortly after the change, and may have been read before it", 27_000, "2026-11-25"],
  ["from before the change", 40_000, "2026-11-25"],
  ["from before two changes", 2 * MINUTE_MS, "2026-11-24,2026-11-25"],
  ["from before this server listened", 6 * MINUTE_MS, "all"],
])("data %s", (_case, ageMs, days) => {
  changes.begin();
  now += 3 * MINUTE_MS;
  changes.add("2026-11-24");
  now += MINUTE_MS;
  changes.add("2026-11-25");
  now += 30_000;
  expect(changes.since(ageMs)).toBe(days);
});

test("without a connection to the database, and for data older than the memory, all days may have changed", () => {
  expect(changes.since(0)).toBe("all");
  changes.begin();
  now += 60 * MINUTE_MS;
  expect(changes.since(11 * MINUTE_MS)).toBe("all");
  expect(changes.since(9 * MINUTE_MS)).toBe("");
});
