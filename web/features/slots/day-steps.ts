import { dayOf, findInstant } from "../../../domain/kolkata-time.ts";
import { addMinutes } from "../../../domain/slots.ts";

const DAY_MINUTES = 24 * 60;
const DAYS_SHOWN = 14;

/** Adds days, or subtracts them for a negative number. */
export function dayAfter(day: string, days: number): string {
  const noon = findInstant(day, "12:00");
  return noon ? dayOf(addMinutes(noon, days * DAY_MINUTES)) : day;
}

export function nextTwoWeeks(today: string): string[] {
  return Array.from({ length: DAYS_SHOWN }, (_, days) => dayAfter(today, days));
}
