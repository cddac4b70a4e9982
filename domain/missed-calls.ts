/** Calls that a student missed. The database counts them (database/rules/missed-calls.sql). */

import { dayAfter, findInstant, formatDay } from "./kolkata-time.ts";

export interface MissedCalls {
  /** The calls of the last thirty days to which the student did not come. */
  readonly count: number;
  /** The day of the latest one. */
  readonly lastDay: string | undefined;
  /** There are two, and the student has come to no call since. */
  readonly isLimited: boolean;
  /** The last day on which two of them count. */
  readonly limitedUntil: string | undefined;
  /** The number of days ahead that such a student may book. */
  readonly daysAhead: number;
}

/** The days count from the day of the call. */
const DAYS_COUNTED = 30;

/** Says what the next missed call would mean, or which days can be booked now. */
export function describeMissedCalls(
  missed: MissedCalls,
): { readonly title: string; readonly text: string } | undefined {
  const { count, lastDay, isLimited, limitedUntil, daysAhead } = missed;
  const days = daysAhead === 1 ? "today and tomorrow" : `the next ${daysAhead} days`;
  if (isLimited && limitedUntil)
    return {
      title: `You can book for ${days} only.`,
      text: `You did not come to two calls within 30 days. This ends when you come to a call, or after ${named(limitedUntil)}.`,
    };
  if (count === 0 || !lastDay) return undefined;
  return {
    title: `You did not come to your call on ${named(lastDay)}.`,
    text: `If you miss another one by ${named(dayAfter(lastDay, DAYS_COUNTED))}, you can book for ${days} only, until you come to a call. If you cannot come, please delete the slot before it starts.`,
  };
}

function named(day: string): string {
  const noon = findInstant(day, "12:00");
  return noon ? formatDay(noon) : day;
}
