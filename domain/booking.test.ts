import { describe, expect, test } from "vitest";
import {
  type BookingRequest,
  DAY_FULL_NOTE,
  findBookingRefusal,
  findLimitNote,
  isDayFull,
  requestedSlot,
  roundToGrid,
} from "./booking.ts";
import type { OwnSlot } from "./slots.ts";

const NO_PLAN = "Please purchase a plan to book slots.";
const INCOMPLETE = "Please select date and time.";
const THREE = "You have reached the maximum of 3 slots for this day.";
const PAST = "Please select a future date and time.";
const FAR = "Please select a date within the next 365 days.";
const UPCOMING = "You have reached the maximum of 30 upcoming slots.";
const HOURS = "Slot must be between 10:00 AM and 10:00 PM (Working hours)";
const BREAK = "Cannot book during a break period. Please select a valid slot.";
const TAKEN = "This slot is already booked.";

const DAY = "2026-11-21";
const at = (time: string, day = DAY) => new Date(`${day}T${time}+05:30`);
const range = (start: string, end: string, day = DAY) => ({ start: at(start, day), end: at(end, day) });
const slot = (id: string, start: string, end: string, day = DAY): OwnSlot => ({
  id,
  ...range(start, end, day),
});

const fine: BookingRequest = {
  plan: "Basic",
  day: DAY,
  time: "10:30",
  busy: [],
  own: [],
  now: at("09:00"),
  limits: { maxUpcoming: 30, maxDaysAhead: 365 },
};
const refusalOf = (change: Partial<BookingRequest>) => findBookingRefusal({ ...fine, ...change });

test("a valid booking is not refused", () => {
  expect(refusalOf({})).toBeUndefined();
});

test.each([
  ["10:30", "10:30"],
  ["10:44", "10:30"],
  ["10:45", "10:45"],
  ["10:59", "10:45"],
  ["00:14", "00:00"],
  ["", undefined],
  ["10:3", undefined],
])("the time '%s' is rounded to %s", (time, rounded) => {
  expect(roundToGrid(time)).toBe(rounded);
});

test.each([
  [DAY, "10:44", "Basic", range("10:30", "10:45")],
  [DAY, "10:44", undefined, range("10:30", "10:45")],
  [DAY, "10:44", "Advanced", range("10:30", "11:00")],
  [DAY, "24:00", "Basic", undefined],
  ["", "10:30", "Basic", undefined],
  [DAY, "", "Basic", undefined],
] as const)("'%s' at '%s' with the plan %s is the slot %j", (day, time, plan, expected) => {
  expect(requestedSlot(day, time, plan)).toEqual(expected);
});

describe("booking at each time of a day", () => {
  test.each([
    ["00:00", HOURS, HOURS],
    ["09:45", HOURS, HOURS],
    ["09:59", HOURS, HOURS],
    ["10:00", BREAK, BREAK],
    ["10:29", BREAK, BREAK],
    ["10:30", undefined, undefined],
    ["10:44", undefined, undefined],
    ["10:45", undefined, BREAK],
    ["10:59", undefined, BREAK],
    ["11:00", BREAK, BREAK],
    ["21:15", BREAK, BREAK],
    ["21:30", undefined, undefined],
    ["21:45", undefined, HOURS],
    ["22:00", HOURS, HOURS],
    ["23:45", HOURS, HOURS],
  ])("%s: %s for a slot of 15 minutes, %s for one of 30", (time, quarter, half) => {
    const now = at("00:00", "2026-11-20");
    expect(refusalOf({ time, now })).toBe(quarter);
    expect(refusalOf({ time, now, plan: "Medium" })).toBe(half);
  });
});

describe("booking on a day and time", () => {
  test.each([
    ["", "10:30", INCOMPLETE],
    [DAY, "", INCOMPLETE],
    ["2026-02-30", "10:30", INCOMPLETE],
    ["20267-01-01", "10:30", INCOMPLETE],
    ["2026-11-20", "21:30", PAST],
    [DAY, "10:30", PAST],
    [DAY, "10:44", PAST],
    [DAY, "10:45", undefined],
    ["2027-11-21", "21:45", undefined],
    ["2027-11-22", "10:30", FAR],
    ["2226-11-21", "10:30", FAR],
  ])("at 10:30, the day '%s' and the time '%s' give %s", (day, time, expected) => {
    expect(refusalOf({ day, time, now: at("10:30") })).toBe(expected);
  });
});

describe("three slots a day", () => {
  const three = [
    slot("a", "10:30", "10:45"),
    slot("b", "12:30", "12:45"),
    slot("c", "21:45", "22:00"),
    slot("d", "21:45", "22:00", "2026-11-20"),
    slot("e", "10:30", "10:45", "2026-11-22"),
  ];
  const [moving] = three;

  test("are the maximum, including past ones", () => {
    const now = at("11:00");
    expect(refusalOf({ time: "15:30", own: three, now })).toBe(THREE);
    expect(refusalOf({ time: "15:30", own: three.slice(1), now })).toBeUndefined();
    expect(refusalOf({ day: "2026-11-22", time: "15:30", own: three, now })).toBeUndefined();
    expect(isDayFull(DAY, three)).toBe(true);
    expect(isDayFull("2026-11-22", three)).toBe(false);
  });

  test("are still three after one of them moves within the day", () => {
    expect(refusalOf({ time: "15:30", own: three, moving })).toBeUndefined();
    expect(isDayFull(DAY, three, moving)).toBe(false);
  });

  test("do not allow a move from another day", () => {
    expect(refusalOf({ time: "15:30", own: three, moving: three[4] })).toBe(THREE);
  });

  test("have a note with the text of the spec", () => {
    expect(DAY_FULL_NOTE).toBe(
      "You have reached the maximum of 3 slots for this day. You can either delete a slot or try again on another day.",
    );
  });
});

describe("upcoming slots", () => {
  const upcoming = (count: number) =>
    Array.from({ length: count }, (_, n) =>
      slot(`${n}`, "10:30", "10:45", `2026-12-${String(n + 1).padStart(2, "0")}`),
    );
  const past = slot("past", "08:00", "08:15");

  test("are limited to the operator's setting, without past ones", () => {
    expect(refusalOf({ own: [past, ...upcoming(29)] })).toBeUndefined();
    expect(refusalOf({ own: upcoming(30) })).toBe(UPCOMING);
    expect(refusalOf({ own: upcoming(2), limits: { maxUpcoming: 2, maxDaysAhead: 365 } })).toBe(
      "You have reached the maximum of 2 upcoming slots.",
    );
  });

  test("can still be moved when there are as many as allowed, or more", () => {
    const own = upcoming(31);
    expect(refusalOf({ own, moving: own[0] as OwnSlot })).toBeUndefined();
  });

  test("have a note for the screen, which comes after that of a full day", () => {
    const { limits } = fine;
    const now = at("09:00");
    const note = (own: OwnSlot[], moving?: OwnSlot) => findLimitNote({ day: DAY, own, now, limits, moving });
    const three = [slot("a", "10:30", "10:45"), slot("b", "12:30", "12:45"), slot("c", "21:45", "22:00")];
    expect(note(upcoming(29))).toBeUndefined();
    expect(note(upcoming(30))).toBe(
      "You have reached the maximum of 30 upcoming slots. You can either delete a slot or try again when one has passed.",
    );
    expect(note([...three, ...upcoming(30)])).toBe(DAY_FULL_NOTE);
    expect(note(upcoming(30), upcoming(30)[0])).toBeUndefined();
  });
});

describe("a busy time", () => {
  test.each([
    ["Basic", "10:30", range("10:30", "11:00"), TAKEN],
    ["Basic", "10:45", range("10:30", "11:00"), TAKEN],
    ["Advanced", "10:30", range("10:45", "11:00"), TAKEN],
    ["Basic", "10:45", range("10:30", "10:45"), undefined],
    ["Basic", "10:30", range("10:30", "10:45", "2026-11-22"), undefined],
  ] as const)("with %s at %s, while %j is booked: %s", (plan, time, busy, expected) => {
    expect(refusalOf({ plan, time, busy: [busy] })).toBe(expected);
  });

  test("does not include the slot that is being moved, but includes the student's other slots", () => {
    const own = [slot("a", "10:30", "10:45"), slot("b", "11:30", "11:45")];
    expect(refusalOf({ time: "10:30", busy: own, own, moving: own[0] })).toBeUndefined();
    expect(refusalOf({ time: "11:30", busy: own, own, moving: own[0] })).toBe(TAKEN);
    expect(refusalOf({ time: "10:30", busy: own, own })).toBe(TAKEN);
  });
});

test("the first broken rule is reported", () => {
  const now = at("12:00");
  const own = ["a", "b", "c"].map((id, hour) => slot(id, `0${hour}:15`, `0${hour}:45`));
  const [moving] = own;
  const busy = [range("09:00", "12:00"), range("22:00", "22:15")];
  const worst: Partial<BookingRequest> = { plan: undefined, day: "", time: "09:50", busy, own, now };
  expect(refusalOf({ ...worst, moving })).toBe("Slot time has passed");
  expect(refusalOf(worst)).toBe(NO_PLAN);
  expect(refusalOf({ ...worst, plan: "Basic" })).toBe(INCOMPLETE);
  expect(refusalOf({ ...worst, plan: "Basic", day: DAY })).toBe(THREE);
  const limits = { maxUpcoming: 0, maxDaysAhead: 365 };
  expect(refusalOf({ ...worst, plan: "Basic", day: DAY, own: [], limits })).toBe(
    "You have reached the maximum of 0 upcoming slots.",
  );
  expect(refusalOf({ ...worst, plan: "Basic", day: DAY, own: [] })).toBe(PAST);
  expect(refusalOf({ ...worst, plan: "Basic", day: "2036-01-01", own: [] })).toBe(FAR);
  expect(refusalOf({ ...worst, plan: "Basic", day: DAY, time: "22:00", own: [] })).toBe(HOURS);
  const morning = { ...worst, plan: "Basic", day: DAY, own: [], now: at("09:00") } as const;
  expect(refusalOf({ ...morning, time: "10:00" })).toBe(BREAK);
  expect(refusalOf({ ...morning, time: "10:30" })).toBe(TAKEN);
});
