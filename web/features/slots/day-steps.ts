import { dayAfter } from "../../../domain/kolkata-time.ts";

const DAYS_SHOWN = 14;

export function nextTwoWeeks(today: string): string[] {
  return Array.from({ length: DAYS_SHOWN }, (_, days) => dayAfter(today, days));
}
