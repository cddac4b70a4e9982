import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  dayAfter,
  dayOf,
  findBoundsOfDay,
  findDateTime,
  findInstant,
  formatDateTime,
  formatDay,
  formatSpokenDay,
  formatSpokenTimeRange,
  formatTime,
  formatTimeRange,
  timeOf,
} from "./kolkata-time.ts";

const at = (text: string) => new Date(text);

// Time zones without an offset, off by half an hour, behind and ahead of UTC, and two with daylight saving time.
describe.each([
  ["UTC", 0],
  ["Asia/Kolkata", -330],
  ["America/Los_Angeles", 480],
  ["Europe/London", 0],
  ["Pacific/Kiritimati", -840],
])("on a machine in %s", (zone, minutesBehindUtc) => {
  const zoneBefore = process.env.TZ;
  beforeAll(() => {
    process.env.TZ = zone;
  });
  afterAll(() => {
    if (zoneBefore === undefined) delete process.env.TZ;
    else process.env.TZ = zoneBefore;
  });

  test("the time zone is set", () => {
    expect(at("2026-11-21T09:30:00Z").getTimezoneOffset()).toBe(minutesBehindUtc);
  });

  test.each([
    ["2026-11-21T18:29:59.999Z", "2026-11-21", "23:59", "Sat 21 Nov", "11:59 PM"],
    ["2026-11-21T18:30:00.000Z", "2026-11-22", "00:00", "Sun 22 Nov", "12:00 AM"],
    ["2026-11-21T05:00:00.000Z", "2026-11-21", "10:30", "Sat 21 Nov", "10:30 AM"],
    ["2026-11-21T06:29:00.000Z", "2026-11-21", "11:59", "Sat 21 Nov", "11:59 AM"],
    ["2026-11-21T06:30:00.000Z", "2026-11-21", "12:00", "Sat 21 Nov", "12:00 PM"],
    ["2027-12-31T18:29:59.000Z", "2027-12-31", "23:59", "Fri 31 Dec", "11:59 PM"],
    ["2028-02-28T20:00:00.000Z", "2028-02-29", "01:30", "Tue 29 Feb", "1:30 AM"],
    ["2026-09-01T10:35:00.000Z", "2026-09-01", "16:05", "Tue 1 Sep", "4:05 PM"],
  ])("%s is %s, %s in Karnataka, shown as %s, %s", (instant, day, time, dayShown, timeShown) => {
    expect(dayOf(at(instant))).toBe(day);
    expect(timeOf(at(instant))).toBe(time);
    expect(formatDay(at(instant))).toBe(dayShown);
    expect(formatTime(at(instant))).toBe(timeShown);
    expect(formatDateTime(at(instant))).toBe(`${day} ${time}`);
  });

  test.each([
    ["2026-11-21", "10:30", "2026-11-21T05:00:00.000Z"],
    ["2026-11-21", "00:00", "2026-11-20T18:30:00.000Z"],
    ["2028-02-29", "23:59", "2028-02-29T18:29:00.000Z"],
    ["2026-02-29", "10:30", undefined],
    ["2026-02-30", "10:30", undefined],
    ["2026-13-01", "10:30", undefined],
    ["2026-00-10", "10:30", undefined],
    ["20267-01-01", "10:30", undefined],
    ["2026-11-21", "24:00", undefined],
    ["2026-11-21", "10:60", undefined],
    ["2026-11-21", "", undefined],
    ["", "10:30", undefined],
    ["21/11/2026", "10:30", undefined],
  ])("%s at '%s' is %s", (day, time, instant) => {
    expect(findInstant(day, time)?.toISOString()).toBe(instant);
    expect(findDateTime(`${day} ${time}`)?.toISOString()).toBe(instant);
    expect(findDateTime(`${day}T${time}`)?.toISOString()).toBe(instant);
  });

  test("a day lasts from midnight to midnight", () => {
    expect(findBoundsOfDay("2026-11-21")).toEqual({
      start: at("2026-11-20T18:30:00Z"),
      end: at("2026-11-21T18:30:00Z"),
    });
    expect(findBoundsOfDay("")).toBeUndefined();
  });

  test.each([
    ["10:30", "11:00", "10:30 – 11:00 AM", "Saturday 21 November, 10:30 to 11:00 AM"],
    ["11:30", "12:00", "11:30 AM – 12:00 PM", "Saturday 21 November, 11:30 AM to 12:00 PM"],
    ["21:45", "22:00", "9:45 – 10:00 PM", "Saturday 21 November, 9:45 to 10:00 PM"],
  ])("from %s to %s is shown as %s and read as %s", (start, end, shown, spoken) => {
    const times = [at(`2026-11-21T${start}+05:30`), at(`2026-11-21T${end}+05:30`)] as const;
    expect(formatTimeRange(...times)).toBe(shown);
    expect(formatSpokenTimeRange(...times)).toBe(spoken);
    expect(formatSpokenDay(times[0])).toBe("Saturday 21 November");
  });

  test("any instant is formatted as the time zone database says, and parsed back", () => {
    const zoned = new Intl.DateTimeFormat("en-CA", {
      timeZone: "Asia/Kolkata",
      dateStyle: "short",
      timeStyle: "short",
      hourCycle: "h23",
    });
    fc.assert(
      fc.property(
        fc.date({ min: at("2000-01-01T00:00Z"), max: at("2100-01-01T00:00Z"), noInvalidDate: true }),
        (instant) => {
          expect(formatDateTime(instant)).toBe(zoned.format(instant).replace(", ", " "));
          const minute = new Date(Math.floor(instant.getTime() / 60_000) * 60_000);
          expect(findDateTime(formatDateTime(instant))).toEqual(minute);
        },
      ),
    );
  });
});

test.each([["2027-12-31 23:59:59"], ["2027-12-31"], ["2027-12-31  23:59"], ["2027-12-31 23:59 IST"], [""]])(
  "'%s' is not a date and time",
  (text) => {
    expect(findDateTime(text)).toBeUndefined();
  },
);

test.each([
  ["2026-11-21", 1, "2026-11-22"],
  ["2026-12-31", 1, "2027-01-01"],
  ["2028-03-01", -1, "2028-02-29"],
  ["", 1, ""],
])("%s plus %i days is %s", (day, days, expected) => {
  expect(dayAfter(day, days)).toBe(expected);
});
