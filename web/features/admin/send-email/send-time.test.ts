import { expect, test } from "vitest";
import { findSendTime, findSendTimeRefusal } from "./send-time.ts";

const NOW = new Date("2026-11-24T12:00:00Z");

test.each([
  ["", undefined],
  ["2026-11-24T17:31", undefined],
  ["2026-11-24T17:30", "Choose a time within the next 60 days."],
  ["2027-01-23T17:29", undefined],
  ["2027-01-23T17:31", "Choose a time within the next 60 days."],
  ["2026-11-31T10:00", "Choose a day and a time."],
  ["soon", "Choose a day and a time."],
])("a mail for %j is refused with %j", (sendAt, refusal) => {
  expect(findSendTimeRefusal(sendAt, NOW)).toBe(refusal);
});

test("the time is in Karnataka, wherever the admin is", () => {
  expect(findSendTime("2026-11-25T10:30")?.toISOString()).toBe("2026-11-25T05:00:00.000Z");
});
