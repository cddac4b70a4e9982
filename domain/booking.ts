/** Whether a booking or a move will be taken. The database judges (rules/slots.sql); this says it beforehand. */

import { dayOf, findInstant, timeOf } from "./kolkata-time.ts";
import type { PlanName } from "./plans.ts";
import {
  addMinutes,
  BREAK_MINUTES,
  busyWithout,
  isUpcoming,
  type OwnSlot,
  overlaps,
  SLOT_GRID_MINUTES,
  slotMinutes,
  type TimeRange,
  WORKING_HOURS,
} from "./slots.ts";

export const MAX_SLOTS_PER_DAY = 3;
/** No rule of the business: it catches a year with a digit too many. */
const MAX_YEARS_AHEAD = 5;

/** Stands beside a day on which nothing can be chosen any more. */
export const DAY_FULL_NOTE =
  "You have reached the maximum of 3 slots for this day. You can either delete a slot or try again on another day.";

/** Somebody may have been quicker; a screen that reads this offers other times. */
export const SLOT_TAKEN = "This slot is already booked.";
/** Stands beside one that has started, and is the answer to whoever wants to change it. */
export const SLOT_PASSED = "Slot time has passed";

/** "10:44" becomes "10:30". Undefined for what is no time. */
export function roundToGrid(time: string): string | undefined {
  const [, hour, minute = ""] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  const onGrid = SLOT_GRID_MINUTES.findLast((start) => start <= Number(minute));
  return hour === undefined ? undefined : `${hour}:${String(onGrid).padStart(2, "0")}`;
}

/** The slot that is meant by a day and a time, and that is sent; undefined while one of the two is missing. */
export function requestedSlot(day: string, time: string, plan: PlanName | undefined): TimeRange | undefined {
  const start = findInstant(day, roundToGrid(time) ?? "");
  return start && { start, end: addMinutes(start, slotMinutes(plan)) };
}

/** Slots that are over count as well; one that moves within its day takes nobody's place. */
export function isDayFull(day: string, own: readonly OwnSlot[], moving?: OwnSlot): boolean {
  return own.filter(({ id, start }) => id !== moving?.id && dayOf(start) === day).length >= MAX_SLOTS_PER_DAY;
}

export interface BookingRequest {
  /** Of the active plan; undefined without one. */
  readonly plan: PlanName | undefined;
  /** As the two inputs hold them, '' where nothing is chosen. */
  readonly day: string;
  readonly time: string;
  /** Everybody's slots of that day, the student's own included. */
  readonly busy: readonly TimeRange[];
  /** All of the student's slots of that day, past ones too. */
  readonly own: readonly OwnSlot[];
  readonly now: Date;
  /** The own slot that is to move there; a new one is booked where this is missing. */
  readonly moving?: OwnSlot | undefined;
}

/** Why a time will not be booked, in the words that the student reads; undefined when it will. */
export function findBookingRefusal({
  plan,
  day,
  time,
  busy,
  own,
  now,
  moving,
}: BookingRequest): string | undefined {
  if (moving && !isUpcoming(moving, now)) return SLOT_PASSED;
  if (plan === undefined) return "Please purchase a plan to book slots.";
  const slot = requestedSlot(day, time, plan);
  if (slot === undefined) return "Please select date and time.";
  if (isDayFull(day, own, moving)) return "You have reached the maximum of 3 slots for this day.";
  if (!isUpcoming(slot, now)) return "Please select a future date and time.";
  if (slot.start > yearsAfter(now, MAX_YEARS_AHEAD))
    return "Please select a date within the next five years.";
  if (!isInWorkingHours(slot, day)) return "Slot must be between 10:00 AM and 10:00 PM (Working hours)";
  if (touchesBreak(slot)) return "Cannot book during a break period. Please select a valid slot.";
  if (busyWithout(busy, moving).some((other) => overlaps(other, slot))) return SLOT_TAKEN;
  return undefined;
}

function isInWorkingHours(slot: TimeRange, day: string): boolean {
  const [opening, closing] = [WORKING_HOURS.start, WORKING_HOURS.end].map((hour) =>
    findInstant(day, `${hour}:00`),
  );
  return opening !== undefined && closing !== undefined && slot.start >= opening && slot.end <= closing;
}

/** At either end: a break opens each hour, the one after the slot too. */
function touchesBreak({ start, end }: TimeRange): boolean {
  const minute = Number(timeOf(start).slice(3));
  return minute < BREAK_MINUTES || end > addMinutes(start, 60 - minute);
}

function yearsAfter(instant: Date, years: number): Date {
  const later = new Date(instant);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}
