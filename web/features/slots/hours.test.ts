import { expect, test } from "vitest";
import { slotsOfDay } from "../../../domain/slot-day.ts";
import { hoursToShow } from "./hours.ts";

const DAY = "2026-11-21";
const at = (time: string) => new Date(`${DAY}T${time}:00+05:30`);
const range = (start: string, end: string) => ({ start: at(start), end: at(end) });

test("an hour is a break and the slots after it", () => {
  const hours = hoursToShow(slotsOfDay({ day: DAY, minutes: 15, busy: [], own: [], now: at("00:00") }));
  expect(hours).toHaveLength(12);
  expect(hours[0]).toMatchObject({ breakSlot: range("10:00", "10:30") });
  expect(hours[0]?.slots).toMatchObject([range("10:30", "10:45"), range("10:45", "11:00")]);
});

test("past hours are left out, except those with one of the student's own slots", () => {
  const own = [{ id: "a", ...range("11:30", "12:00") }];
  const hours = hoursToShow(slotsOfDay({ day: DAY, minutes: 30, busy: own, own, now: at("13:30") }));
  const starts = hours.map(({ breakSlot }) => breakSlot.start);
  expect(starts.slice(0, 2)).toEqual([at("11:00"), at("14:00")]);
});
