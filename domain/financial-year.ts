import { dayOf } from "./kolkata-time.ts";

/** Receipts are numbered per financial year, which begins on 1 April in India. */

/** "2026-27" for 1 April 2026 to 31 March 2027, as days in Karnataka. */
export function financialYearOf(instant: Date): string {
  const day = dayOf(instant);
  const year = Number(day.slice(0, 4)) - (day.slice(5) < "04-01" ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, "0")}`;
}

/** The first and the last day of a financial year such as "2026-27". */
export function daysOfFinancialYear(financialYear: string): { from: string; to: string } {
  const year = Number(financialYear.slice(0, 4));
  return { from: `${year}-04-01`, to: `${year + 1}-03-31` };
}
