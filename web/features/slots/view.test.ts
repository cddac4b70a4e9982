import { describe, expect, test } from "vitest";
import { slotsOfDay } from "../../../domain/slot-day.ts";
import { bookingErrorText, Refusal, toBookingError } from "./booking-error.ts";
import { statusOf } from "./day-of-slots.ts";
import { dayAfter, nextTwoWeeks } from "./day-steps.ts";
import { hoursToShow } from "./hours.ts";

const DAY = "2026-11-21";
const at = (time: string) => new Date(`${DAY}T${time}:00+05:30`);
const range = (start: string, end: string) => ({ start: at(start), end: at(end) });
const slots = (now: Date, minutes: 15 | 30 = 30, own: { id: string; start: Date; end: Date }[] = []) =>
  slotsOfDay({ day: DAY, minutes, busy: own, own, now });

describe("what the panel shows", () => {
  test.each([
    ["no date", "", "09:00", true, false, "no-day"],
    ["a day that is over", "2026-11-20", "09:00", false, false, "empty"],
    ["the evening after the last slot", DAY, "21:45", true, false, "empty"],
    ["a quarter before the last slot", DAY, "21:44", true, false, "shown"],
    ["a day that no calendar has", "2026-13-01", "09:00", false, false, "empty"],
    ["nothing heard yet", DAY, "09:00", false, false, "loading"],
    ["nothing but an error", DAY, "09:00", false, true, "failed"],
    ["an error after it was heard", DAY, "09:00", true, true, "shown"],
  ] as const)("for %s", (_, day, time, isKnown, hasFailed, expected) => {
    const now = at(time);
    expect(statusOf(day, now, isKnown ? slots(now) : undefined, hasFailed)).toBe(expected);
  });
});

describe("hours", () => {
  test("are a break and the slots after it", () => {
    const hours = hoursToShow(slots(at("00:00"), 15));
    expect(hours).toHaveLength(12);
    expect(hours[0]).toMatchObject({ pause: range("10:00", "10:30") });
    expect(hours[0]?.slots).toMatchObject([range("10:30", "10:45"), range("10:45", "11:00")]);
  });

  test("that are over make way, but not those with a slot of one's own", () => {
    const own = [{ id: "a", ...range("11:30", "12:00") }];
    const starts = hoursToShow(slots(at("13:30"), 30, own)).map(({ pause }) => pause.start);
    expect(starts.slice(0, 2)).toEqual([at("11:00"), at("14:00")]);
  });
});

describe("days", () => {
  test.each([
    ["2026-11-21", 1, "2026-11-22"],
    ["2026-12-31", 1, "2027-01-01"],
    ["2028-03-01", -1, "2028-02-29"],
    ["", 1, ""],
  ])("%s and %i more is %s", (day, days, expected) => {
    expect(dayAfter(day, days)).toBe(expected);
  });

  test("two weeks begin today", () => {
    const days = nextTwoWeeks(DAY);
    expect([days.length, days[0], days.at(-1)]).toEqual([14, DAY, "2026-12-04"]);
  });
});

describe("what is said of an error", () => {
  test.each([
    ["P0001", "This slot is already booked.", "This slot is already booked."],
    ["42501", "permission denied", "Failed to book slot."],
    ["", "TypeError: Failed to fetch", "Failed to book slot."],
  ])("with the code '%s'", (code, message, expected) => {
    const error = toBookingError({ code, message });
    expect(bookingErrorText(error, "Failed to book slot.")).toBe(expected);
    expect(error instanceof Refusal).toBe(code === "P0001");
  });

  test("is nothing without one", () => {
    expect(bookingErrorText(null, "Failed to book slot.")).toBeUndefined();
  });
});
