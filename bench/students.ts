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

/** Equal to the largest number of connections, so that no two connections send requests for the same student. */
export const STUDENTS = 64;
/** Users with a session who send no request: the check of a session searches among all sessions. */
export const OTHER_USERS = 10_000;
/** The number of slots that each student reads. */
export const PAST_SLOTS = 12;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** 10:00 in Asia/Kolkata, in milliseconds since midnight UTC. */
const OPENS = (10 * 60 - 330) * MINUTE;
/** A Basic plan has slots of 15 minutes; each of the twelve hours offers :30 and :45. */
const SLOTS_PER_DAY = 24;
export const SLOT_MILLISECONDS = 15 * MINUTE;
/** Fewer than the server of the benchmark allows (BOOKINGS_MAX_DAYS_AHEAD). */
const DAYS = 1_700;
export const BOOKINGS = DAYS * SLOTS_PER_DAY;
/** Coprime to BOOKINGS: every booking occurs once, and bookings close in time are far apart in the list. */
const STRIDE = 7_919;

const TODAY = Math.floor(Date.now() / DAY) * DAY;

export function studentId(index: number): string {
  const hex = createHash("sha256").update(`student ${index}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/**
 * Returns the nth of a fixed list of valid bookings: on the grid, within the hours, never twice, and at most three a
 * day by the same student. The days are mixed, as when many students book at the same time.
 */
export function bookingAt(n: number): Booking {
  if (n >= BOOKINGS)
    throw new Error(`only ${BOOKINGS} bookings fit into five years: measure for a shorter time`);
  const position = (n * STRIDE) % BOOKINGS;
  const day = Math.floor(position / SLOTS_PER_DAY);
  const slot = position % SLOTS_PER_DAY;
  return {
    student: (day * (SLOTS_PER_DAY / 3) + Math.floor(slot / 3)) % STUDENTS,
    startsAt: new Date(TODAY + (2 + day) * DAY + startOf(slot)),
  };
}

/** Returns a past slot of a student: one a day, at a time that no other student has. */
export function pastSlot(student: number, n: number): Date {
  const position = student * PAST_SLOTS + n;
  const day = Math.floor(position / SLOTS_PER_DAY);
  return new Date(TODAY - (2 + day) * DAY + startOf(position % SLOTS_PER_DAY));
}

function startOf(slot: number): number {
  return OPENS + Math.floor(slot / 2) * 60 * MINUTE + (slot % 2 === 0 ? 30 : 45) * MINUTE;
}
