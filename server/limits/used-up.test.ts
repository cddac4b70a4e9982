import { expect, test } from "vitest";
import { UsedUpLimits } from "./used-up.ts";

test("a limit that is used up is remembered for a second, or until it regains something", () => {
  let now = 5_000;
  const limits = new UsedUpLimits(() => now);
  limits.add("long", 60);
  limits.add("short", 0.5);
  expect([limits.secondsLeft("long"), limits.secondsLeft("short"), limits.secondsLeft("other")]).toEqual([
    1, 1, 0,
  ]);
  now += 500;
  expect([limits.secondsLeft("long"), limits.secondsLeft("short")]).toEqual([1, 0]);
  now += 500;
  expect(limits.secondsLeft("long")).toBe(0);
});

test("a limit that was given something back is not remembered", () => {
  const limits = new UsedUpLimits(() => 0);
  limits.add("one", 60);
  limits.delete("one");
  expect(limits.secondsLeft("one")).toBe(0);
});
