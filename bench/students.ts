import { createHash } from "node:crypto";

export interface Student {
  readonly id: string;
  /** The header lines that the official client sends for a student who is signed in. */
  readonly credentials: string;
}

export interface Booking {
  readonly student: number;
  readonly startsAt: Date;
}

/** As many as connections, so that no two of them speak for the same student. */
export const STUDENTS = 64;
/** What each of them reads. */
export const PAST_SLOTS = 12;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** 10:00 in Asia/Kolkata, in milliseconds since midnight UTC. */
const OPENS = (10 * 60 - 330) * MINUTE;
/** A Basic plan has slots of 15 minutes; each of the twelve hours offers :30 and :45. */
const SLOTS_A_DAY = 24;
export const SLOT_MILLISECONDS = 15 * MINUTE;
/** Bookings may lie up to five years ahead. */
const DAYS = 1_700;
export const BOOKINGS = DAYS * SLOTS_A_DAY;
/** Prime to BOOKINGS: every booking comes once, and neighbours in time lie far apart in the list. */
const STRIDE = 7_919;

const TODAY = Math.floor(Date.now() / DAY) * DAY;

export function studentId(index: number): string {
  const hex = createHash("sha256").update(`student ${index}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The nth of a fixed list of bookings that all keep every rule: on the grid, in the hours, never twice, and at most
 * three a day by the same student. Days are mixed, as they are when many people book at once.
 */
export function bookingAt(n: number): Booking {
  if (n >= BOOKINGS)
    throw new Error(`no more than ${BOOKINGS} bookings fit into five years: measure for a shorter time`);
  const position = (n * STRIDE) % BOOKINGS;
  const day = Math.floor(position / SLOTS_A_DAY);
  const slot = position % SLOTS_A_DAY;
  return {
    student: (day * (SLOTS_A_DAY / 3) + Math.floor(slot / 3)) % STUDENTS,
    startsAt: new Date(TODAY + (2 + day) * DAY + startOf(slot)),
  };
}

/** What a student's history holds: one slot a day, on days that are over and at times that are his alone. */
export function pastSlot(student: number, n: number): Date {
  const position = student * PAST_SLOTS + n;
  const day = Math.floor(position / SLOTS_A_DAY);
  return new Date(TODAY - (2 + day) * DAY + startOf(position % SLOTS_A_DAY));
}

function startOf(slot: number): number {
  return OPENS + Math.floor(slot / 2) * 60 * MINUTE + (slot % 2 === 0 ? 30 : 45) * MINUTE;
}
