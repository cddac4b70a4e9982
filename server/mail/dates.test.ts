import { expect, test } from "vitest";
import { DATES } from "./dates.ts";

const at = (time: string) => new Date(`2026-11-21T${time}:00+05:30`);

test.each([
  ["en", "Sat 21 Nov", "Saturday 21 November 2026", "10:30 AM", "10:30 – 11:00 AM"],
  ["kn", "ಶನಿವಾರ 21 ನವೆಂಬರ್", "ಶನಿವಾರ, 21 ನವೆಂಬರ್ 2026", "ಬೆಳಿಗ್ಗೆ 10:30", "ಬೆಳಿಗ್ಗೆ 10:30 ರಿಂದ 11:00"],
] as const)("days and times in %s", (language, day, fullDay, time, timeRange) => {
  const dates = DATES[language];
  const [start, end] = [at("10:30"), at("11:00")];
  expect([dates.day(start), dates.fullDay(start), dates.time(start), dates.timeRange(start, end)]).toEqual([
    day,
    fullDay,
    time,
    timeRange,
  ]);
});

test.each([
  ["00:15", "ರಾತ್ರಿ 12:15"],
  ["03:59", "ರಾತ್ರಿ 3:59"],
  ["04:00", "ಬೆಳಿಗ್ಗೆ 4:00"],
  ["11:59", "ಬೆಳಿಗ್ಗೆ 11:59"],
  ["12:00", "ಮಧ್ಯಾಹ್ನ 12:00"],
  ["15:45", "ಮಧ್ಯಾಹ್ನ 3:45"],
  ["16:00", "ಸಂಜೆ 4:00"],
  ["18:59", "ಸಂಜೆ 6:59"],
  ["19:00", "ರಾತ್ರಿ 7:00"],
  ["23:59", "ರಾತ್ರಿ 11:59"],
])("%s is %s in Kannada", (time, text) => {
  expect(DATES.kn.time(at(time))).toBe(text);
});

test("a range over noon names both parts of the day in Kannada", () => {
  expect(DATES.kn.timeRange(at("11:30"), at("12:00"))).toBe("ಬೆಳಿಗ್ಗೆ 11:30 ರಿಂದ ಮಧ್ಯಾಹ್ನ 12:00");
});

test("the day is that of Karnataka, and each weekday and month has its name", () => {
  expect(DATES.kn.day(new Date("2026-11-21T18:30:00Z"))).toBe("ಭಾನುವಾರ 22 ನವೆಂಬರ್");
  const days = Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(2028, 0, 1 + index)));
  expect(new Set(days.map((day) => DATES.kn.day(day).replace(/\d+ /, "")))).toHaveProperty("size", 7 * 12);
  for (const month of days.map((day) => DATES.kn.day(day))) expect(month).toMatch(/^\S+ \d+ \S+$/);
});
