import { expect, test } from "vitest";
import { busyWithout, isUpcoming, overlaps, slotMinutes } from "./slots.ts";

const at = (time: string) => new Date(`2026-11-21T${time}+05:30`);
const range = (start: string, end: string) => ({ start: at(start), end: at(end) });

test.each([
  [undefined, 15],
  ["Basic", 15],
  ["Medium", 30],
  ["Advanced", 30],
] as const)("with the plan %s a slot lasts %i minutes", (plan, minutes) => {
  expect(slotMinutes(plan)).toBe(minutes);
});

test.each([
  ["10:29:59.999", true],
  ["10:30:00.000", false],
  ["10:40:00.000", false],
])("at %s a slot from 10:30 is upcoming: %s", (now, upcoming) => {
  expect(isUpcoming(range("10:30", "10:45"), at(now))).toBe(upcoming);
});

test.each([
  ["10:30", "10:45", true],
  ["10:30", "11:00", true],
  ["10:00", "10:30", false],
  ["10:45", "11:00", false],
  ["10:00", "10:31", true],
  ["10:44", "11:00", true],
  ["10:35", "10:40", true],
])("a slot from %s to %s overlaps one from 10:30 to 10:45: %s", (start, end, expected) => {
  expect(overlaps(range(start, end), range("10:30", "10:45"))).toBe(expected);
  expect(overlaps(range("10:30", "10:45"), range(start, end))).toBe(expected);
});

test("a slot that is being moved does not count as busy", () => {
  const [moving, longer, later] = [range("10:30", "10:45"), range("10:30", "11:00"), range("10:45", "11:00")];
  expect(busyWithout([longer, range("10:30", "10:45"), later], moving)).toEqual([longer, later]);
  expect(busyWithout([moving, later], undefined)).toEqual([moving, later]);
});
