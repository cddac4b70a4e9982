import { expect, test } from "vitest";
import { nextTwoWeeks } from "./day-steps.ts";

test("the next two weeks begin today", () => {
  const days = nextTwoWeeks("2026-11-21");
  expect([days.length, days[0], days.at(-1)]).toEqual([14, "2026-11-21", "2026-12-04"]);
});
