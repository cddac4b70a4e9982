import { expect, test } from "vitest";
import { ageText } from "./age.ts";

const SINCE = new Date("2026-11-24T05:00:00Z");

test.each([
  ["2026-11-24T04:59:00Z", "less than a minute"],
  ["2026-11-24T05:00:59Z", "less than a minute"],
  ["2026-11-24T05:01:00Z", "1 minute"],
  ["2026-11-24T05:59:59Z", "59 minutes"],
  ["2026-11-24T06:00:00Z", "1 hour"],
  ["2026-11-25T04:59:59Z", "23 hours"],
  ["2026-11-25T05:00:00Z", "1 day"],
  ["2027-01-03T05:00:00Z", "40 days"],
])("at %s, the order has waited for %s", (now, text) => {
  expect(ageText(SINCE, new Date(now))).toBe(text);
});
