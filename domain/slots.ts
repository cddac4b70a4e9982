/** Slots and their times. slot-day.ts lists the slots of a day; booking.ts has the rules of a booking. */

import type { PlanName } from "./plans.ts";

/** From 10:00 AM to 10:00 PM in Karnataka. */
export const WORKING_HOURS = { start: 10, end: 22 } as const;
export const SLOT_GRID_MINUTES: readonly number[] = [0, 15, 30, 45];
/** Every hour begins with a break. */
export const BREAK_MINUTES = 30;

export interface TimeRange {
  readonly start: Date;
  readonly end: Date;
}

/** A slot that the student has booked. */
export interface OwnSlot extends TimeRange {
  readonly id: string;
  /** The topic that the student wants to talk about, as it is stored. */
  readonly topic?: string | undefined;
  readonly mentorId?: string | undefined;
  /** A move finds only mentors who speak it. */
  readonly wantedLanguage?: string | undefined;
}

/** Without a plan, screens show the shorter length. */
export function slotMinutes(plan: PlanName | undefined): 15 | 30 {
  return plan === "Medium" || plan === "Advanced" ? 30 : 15;
}

/** Only upcoming slots can be moved or deleted. */
export function isUpcoming(slot: TimeRange, now: Date): boolean {
  return slot.start > now;
}

export function overlaps(one: TimeRange, other: TimeRange): boolean {
  return one.start < other.end && one.end > other.start;
}

/** Returns the busy times without the slot that is being moved. */
export function busyWithout(busy: readonly TimeRange[], moving: TimeRange | undefined): readonly TimeRange[] {
  if (moving === undefined) return busy;
  // Busy times have no ids. Slots never overlap, so one with the same times is the same slot.
  return busy.filter(({ start, end }) => +start !== +moving.start || +end !== +moving.end);
}

const MINUTE_MS = 60 * 1000;

export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}
