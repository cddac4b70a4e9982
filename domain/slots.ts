/** What a slot is. How a day of them looks is in slot-day.ts, who may book one in booking.ts. */

import type { PlanName } from "./plans.ts";

/** From 10:00 AM to 10:00 PM in Karnataka. */
export const WORKING_HOURS = { start: 10, end: 22 } as const;
export const SLOT_GRID_MINUTES: readonly number[] = [0, 15, 30, 45];
/** Every hour opens with a break. */
export const BREAK_MINUTES = 30;

export interface TimeRange {
  readonly start: Date;
  readonly end: Date;
}

/** One that the student booked. */
export interface OwnSlot extends TimeRange {
  readonly id: string;
}

/** How long a slot lasts; without a plan a screen still names a length. */
export function slotMinutes(plan: PlanName | undefined): 15 | 30 {
  return plan === "Medium" || plan === "Advanced" ? 30 : 15;
}

/** Coming slots can be moved and cancelled; one that has started is history. */
export function isUpcoming(slot: TimeRange, now: Date): boolean {
  return slot.start > now;
}

export function overlaps(one: TimeRange, other: TimeRange): boolean {
  return one.start < other.end && one.end > other.start;
}

/** What is taken for somebody who is about to move a slot: everything but that slot. */
export function busyWithout(busy: readonly TimeRange[], moving: TimeRange | undefined): readonly TimeRange[] {
  if (moving === undefined) return busy;
  // The calendar does not say whose a time is. No two slots overlap, so what is at the same time is the same slot.
  return busy.filter(({ start, end }) => +start !== +moving.start || +end !== +moving.end);
}

const MINUTE_MS = 60 * 1000;

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}
