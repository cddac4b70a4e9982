import { expect, test } from "vitest";
import { slotsOfDay } from "../../../domain/slot-day.ts";
import { statusOf } from "./day-of-slots.ts";

const DAY = "2026-11-21";
const at = (time: string) => new Date(`${DAY}T${time}:00+05:30`);

test.each([
  ["no date", "", "09:00", true, false, "no-day"],
  ["a past day", "2026-11-20", "09:00", false, false, "empty"],
  ["the evening after the last slot", DAY, "21:45", true, false, "empty"],
  ["a minute before the last slot starts", DAY, "21:44", true, false, "shown"],
  ["the last day that can be booked", "2027-11-21", "09:00", true, false, "shown"],
  ["a day too far ahead", "2027-11-22", "09:00", true, false, "empty"],
  ["a day that does not exist", "2026-13-01", "09:00", false, false, "empty"],
  ["a day before its slots have loaded", DAY, "09:00", false, false, "loading"],
  ["a day that failed to load", DAY, "09:00", false, true, "failed"],
  ["a loaded day whose refresh failed", DAY, "09:00", true, true, "shown"],
] as const)("the status of %s", (_, day, time, isLoaded, hasFailed, expected) => {
  const now = at(time);
  const slots = isLoaded ? slotsOfDay({ day: DAY, minutes: 30, busy: [], own: [], now }) : undefined;
  expect(statusOf({ day, now, lastDay: "2027-11-21" }, slots, hasFailed)).toBe(expected);
});
