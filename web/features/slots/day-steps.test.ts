import { expect, test } from "vitest";
import { dayAfter, nextTwoWeeks } from "./day-steps.ts";

test.each([
  ["2026-11-21", 1, "2026-11-22"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-03-01", -1, "2028-02-29"],
  ["", 1, ""],
])("%s plus %i days is %s", (day, days, expected) => {
  expect(dayAfter(day, days)).toBe(expected);
});

test("the next two weeks begin today", () => {
  const days = nextTwoWeeks("2026-11-21");
  expect([days.length, days[0], days.at(-1)]).toEqual([14, "2026-11-21", "2026-12-04"]);
});
