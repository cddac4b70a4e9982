/** The rules of a booking, so that screens can refuse early. The database enforces them (database/rules/slots.sql). */

import { dayOf, findInstant, timeOf } from "./kolkata-time.ts";
import type { MissedCalls } from "./missed-calls.ts";
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

/** The operator's settings. */
export interface BookingLimits {
  /** The number of slots in the future that one student may have. */
  readonly maxUpcoming: number;
  readonly maxDaysAhead: number;
  /** Only for a student who missed two calls, until they come to one. */
  readonly maxDaysAheadAfterMissed?: number | undefined;
}

/** Shown for a day that is full. */
export const DAY_FULL_NOTE =
  "You have reached the maximum of 3 slots for this day. You can either delete a slot or try again on another day.";

/** Another student may have been faster; the screen then offers other times. */
export const SLOT_TAKEN = "This slot is already booked.";
/** Shown for a slot that has started, and when someone tries to change it. */
export const SLOT_PASSED = "Slot time has passed";

/** Rounds down: "10:44" becomes "10:30". Returns undefined for text that is not a time. */
export function roundToGrid(time: string): string | undefined {
  const [, hour, minute = ""] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  const onGrid = SLOT_GRID_MINUTES.findLast((start) => start <= Number(minute));
  return hour === undefined ? undefined : `${hour}:${String(onGrid).padStart(2, "0")}`;
}

/** Returns the slot for the chosen day and time, or undefined while one of them is missing. */
export function requestedSlot(day: string, time: string, plan: PlanName | undefined): TimeRange | undefined {
  const start = findInstant(day, roundToGrid(time) ?? "");
  return start && { start, end: addMinutes(start, slotMinutes(plan)) };
}

/** Past slots count too. The slot that is being moved does not count. */
export function isDayFull(day: string, own: readonly OwnSlot[], moving?: OwnSlot): boolean {
  return own.filter(({ id, start }) => id !== moving?.id && dayOf(start) === day).length >= MAX_SLOTS_PER_DAY;
}

/** The slots of all days, to see whether the student may book another one. A move does not change their number. */
function hasMaxUpcoming(own: readonly OwnSlot[], now: Date, { maxUpcoming }: BookingLimits): boolean {
  return own.filter((slot) => isUpcoming(slot, now)).length >= maxUpcoming;
}

/** A slot that was booked before the second missed call may move within its day, or to an earlier one. */
export function lastBookableDay(now: Date, limits: BookingLimits, moving?: TimeRange): string {
  const last = daysFrom(now, limits.maxDaysAhead);
  if (limits.maxDaysAheadAfterMissed === undefined) return last;
  const lastOfNew = daysFrom(now, limits.maxDaysAheadAfterMissed);
  const current = moving ? dayOf(moving.start) : "";
  const lastAfterMissed = current > lastOfNew ? current : lastOfNew;
  return lastAfterMissed < last ? lastAfterMissed : last;
}

export function limitsAfterMissed(limits: BookingLimits, missed: MissedCalls | undefined): BookingLimits {
  return missed?.isLimited ? { ...limits, maxDaysAheadAfterMissed: missed.daysAhead } : limits;
}

function missedCallsRefusal(daysAhead: number): string {
  const days = daysAhead === 1 ? "today or tomorrow" : `one of the next ${daysAhead} days`;
  return `You did not come to two calls within 30 days. Until you come to one, please book for ${days}.`;
}

function daysFrom(now: Date, days: number): string {
  return dayOf(addMinutes(now, days * 24 * 60));
}

interface DayOfBookings {
  readonly day: string;
  /** All of the student's slots, of all days and including past ones. */
  readonly own: readonly OwnSlot[];
  readonly now: Date;
  readonly moving?: OwnSlot | undefined;
  readonly limits: BookingLimits;
}

/** Returns the note for a day whose free times cannot be chosen. */
export function findLimitNote({ day, own, now, moving, limits }: DayOfBookings): string | undefined {
  if (isDayFull(day, own, moving)) return DAY_FULL_NOTE;
  if (moving || !hasMaxUpcoming(own, now, limits)) return undefined;
  return `You have reached the maximum of ${limits.maxUpcoming} upcoming slots. You can either delete a slot or try again when one has passed.`;
}

export interface BookingRequest {
  /** The active plan, if any. */
  readonly plan: PlanName | undefined;
  /** The values of the two inputs, '' if nothing is chosen. */
  readonly day: string;
  readonly time: string;
  /** The slots of all students on that day, including this one's. */
  readonly busy: readonly TimeRange[];
  /** All of the student's slots, of all days and including past ones. */
  readonly own: readonly OwnSlot[];
  readonly now: Date;
  readonly limits: BookingLimits;
  /** The student's slot to move; a new slot is booked if this is missing. */
  readonly moving?: OwnSlot | undefined;
}

/** Returns why a time cannot be booked, as the student reads it, or undefined if it can. */
export function findBookingRefusal({
  plan,
  day,
  time,
  busy,
  own,
  now,
  limits,
  moving,
}: BookingRequest): string | undefined {
  if (moving && !isUpcoming(moving, now)) return SLOT_PASSED;
  if (plan === undefined) return "Please purchase a plan to book slots.";
  const slot = requestedSlot(day, time, plan);
  if (slot === undefined) return "Please select date and time.";
  if (isDayFull(day, own, moving)) return "You have reached the maximum of 3 slots for this day.";
  if (!moving && hasMaxUpcoming(own, now, limits))
    return `You have reached the maximum of ${limits.maxUpcoming} upcoming slots.`;
  if (!isUpcoming(slot, now)) return "Please select a future date and time.";
  if (day > daysFrom(now, limits.maxDaysAhead))
    return `Please select a date within the next ${limits.maxDaysAhead} days.`;
  if (limits.maxDaysAheadAfterMissed !== undefined && day > lastBookableDay(now, limits, moving))
    return missedCallsRefusal(limits.maxDaysAheadAfterMissed);
  if (!isInWorkingHours(slot, day)) return "Slot must be between 10:00 AM and 10:00 PM (Working hours)";
  if (overlapsBreak(slot)) return "Cannot book during a break period. Please select a valid slot.";
  if (busyWithout(busy, moving).some((other) => overlaps(other, slot))) return SLOT_TAKEN;
  return undefined;
}

function isInWorkingHours(slot: TimeRange, day: string): boolean {
  const [opening, closing] = [WORKING_HOURS.start, WORKING_HOURS.end].map((hour) =>
    findInstant(day, `${hour}:00`),
  );
  return opening !== undefined && closing !== undefined && slot.start >= opening && slot.end <= closing;
}

/** A slot may overlap the break at its start or the one that begins the next hour. */
function overlapsBreak({ start, end }: TimeRange): boolean {
  const minute = Number(timeOf(start).slice(3));
  return minute < BREAK_MINUTES || end > addMinutes(start, 60 - minute);
}
