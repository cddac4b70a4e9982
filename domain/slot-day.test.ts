import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { timeOf } from "./kolkata-time.ts";
import { type DayQuery, groupByPartOfDay, nearestFreeSlots, slotLabel, slotsOfDay } from "./slot-day.ts";
import { overlaps } from "./slots.ts";

const DAY = "2026-11-21";
const at = (time: string) => new Date(`${DAY}T${time}+05:30`);
const range = (start: string, end: string) => ({ start: at(start), end: at(end) });
const free: DayQuery = { day: DAY, minutes: 15, busy: [], own: [], now: at("00:00") };
const shown = (query: Partial<DayQuery>) =>
  slotsOfDay({ ...free, ...query }).map(
    (slot) =>
      `${timeOf(slot.start)}-${timeOf(slot.end)} ${slotLabel(slot)}${slot.isMine ? `, mine: ${slot.id}` : ""}`,
  );

describe("the slots of a day", () => {
  test("are a break and two slots of 15 minutes in each of twelve hours", () => {
    const day = shown({ minutes: 15 });
    expect(day.slice(0, 4)).toEqual([
      "10:00-10:30 Break",
      "10:30-10:45 Available",
      "10:45-11:00 Available",
      "11:00-11:30 Break",
    ]);
    expect(day.slice(-2)).toEqual(["21:30-21:45 Available", "21:45-22:00 Available"]);
    expect(day).toHaveLength(36);
  });

  test("are a break and one slot of 30 minutes in each of twelve hours", () => {
    const day = shown({ minutes: 30 });
    expect(day.slice(0, 3)).toEqual(["10:00-10:30 Break", "10:30-11:00 Available", "11:00-11:30 Break"]);
    expect(day.at(-1)).toBe("21:30-22:00 Available");
    expect(day).toHaveLength(24);
  });

  test("have no gaps, whatever is booked", () => {
    fc.assert(
      fc.property(fc.constantFrom(15, 30), fc.array(fc.integer({ min: 0, max: 95 })), (minutes, quarters) => {
        const busy = quarters.map((quarter) => ({
          start: new Date(+at("00:00") + quarter * 900_000),
          end: new Date(+at("00:00") + (quarter + 1) * 900_000),
        }));
        const day = slotsOfDay({ ...free, minutes, busy });
        expect([day[0]?.start, day.at(-1)?.end]).toEqual([at("10:00"), at("22:00")]);
        for (const [index, slot] of day.entries()) {
          if (index > 0) expect(slot.start).toEqual(day[index - 1]?.end);
          if (!slot.isBreak) expect(slot.isBooked).toBe(busy.some((other) => overlaps(other, slot)));
        }
      }),
    );
  });

  test.each([[""], ["2026-02-30"]])("are empty for a day that does not exist: '%s'", (day) => {
    expect(shown({ day })).toEqual([]);
  });
});

describe("a slot", () => {
  test("of 15 minutes makes the slot of 30 minutes at the same time busy, and vice versa", () => {
    expect(shown({ minutes: 30, busy: [range("10:45", "11:00")] })[1]).toBe("10:30-11:00 Booked");
    expect(shown({ minutes: 15, busy: [range("10:30", "11:00")] }).slice(1, 3)).toEqual([
      "10:30-10:45 Booked",
      "10:45-11:00 Booked",
    ]);
  });

  test("of the student has its id, even if the busy times do not include it yet", () => {
    const own = [{ id: "a", ...range("10:45", "11:00") }];
    for (const busy of [[], [range("10:45", "11:00")]])
      expect(shown({ busy, own }).slice(1, 3)).toEqual([
        "10:30-10:45 Available",
        "10:45-11:00 Booked, mine: a",
      ]);
  });

  test("that is being moved leaves only its own time free", () => {
    const moving = { id: "a", ...range("10:30", "11:00") };
    const own = [moving, { id: "b", ...range("11:30", "12:00") }];
    const busy = [...own, range("12:30", "13:00")];
    expect(
      shown({ minutes: 30, busy, own, moving })
        .filter((text) => !text.endsWith("Break"))
        .slice(0, 4),
    ).toEqual([
      "10:30-11:00 Available",
      "11:30-12:00 Booked, mine: b",
      "12:30-13:00 Booked",
      "13:30-14:00 Available",
    ]);
  });

  test("that has started is past, whether booked or not", () => {
    const busy = [range("10:30", "10:45")];
    expect(shown({ busy, now: at("10:45") }).slice(0, 5)).toEqual([
      "10:00-10:30 Break",
      "10:30-10:45 Booked",
      "10:45-11:00 Past",
      "11:00-11:30 Break",
      "11:30-11:45 Available",
    ]);
    expect(slotsOfDay({ ...free, busy, now: at("10:45") }).filter(({ isPast }) => isPast)).toHaveLength(3);
  });
});

test("slots are grouped by morning, afternoon and evening", () => {
  const parts = groupByPartOfDay(slotsOfDay(free));
  expect(
    parts.map(({ part, slots }) => [
      part,
      ...[slots[0], slots.at(-1)].map((slot) => slot && timeOf(slot.start)),
    ]),
  ).toEqual([
    ["Morning", "10:00", "11:45"],
    ["Afternoon", "12:00", "16:45"],
    ["Evening", "17:00", "21:45"],
  ]);
  expect(groupByPartOfDay([])).toEqual([]);
});

test("free slots are sorted by distance, the earlier of two equally close ones first", () => {
  const day = slotsOfDay({ ...free, minutes: 30, busy: [range("12:30", "13:00")], now: at("10:30") });
  const near = (time: string, count: number) =>
    nearestFreeSlots(day, at(time), count).map(({ start }) => timeOf(start));
  expect(near("12:30", 3)).toEqual(["11:30", "13:30", "14:30"]);
  expect(near("10:30", 1)).toEqual(["11:30"]);
  expect(near("23:00", 2)).toEqual(["21:30", "20:30"]);
  expect(near("23:00", 0)).toEqual([]);
});

test("a slot that is being moved is not offered its current time", () => {
  const [moving, inTheWay] = [
    { id: "a", ...range("12:30", "13:00") },
    { id: "b", ...range("13:30", "14:00") },
  ];
  const own = [moving, inTheWay];
  const day = slotsOfDay({ ...free, minutes: 30, busy: own, own, moving });
  expect(nearestFreeSlots(day, at("13:30"), 3, moving).map(({ start }) => timeOf(start))).toEqual([
    "14:30",
    "11:30",
    "15:30",
  ]);
});
