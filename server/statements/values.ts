import { dayAfter, dayOf } from "../../domain/kolkata-time.ts";

/** Dates and amounts as Indian banks write them. */

/** The maximum length of a date or an amount. */
const MAX_LETTERS = 40;
const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
/** The day that spreadsheet programs count from, and the first serial number that cannot be an ordinary number of lines. */
const SERIAL_START = "1899-12-30";
const SERIAL_START_1904 = "1904-01-01";
const MIN_SERIAL = 30_000;
const MAX_SERIAL = 80_000;

/** Returns "2026-11-21", or undefined. The day stands before the month; a text may follow, such as a time. */
export function findDay(cell: string, counts: { from1904?: boolean } = {}): string | undefined {
  if (cell.length > MAX_LETTERS) return undefined;
  const text = cell.trim().replace(/^'/, "");
  const [serial] = /^\d{5}(?:\.\d+)?$/.exec(text) ?? [];
  if (serial) {
    const days = Math.floor(Number(serial));
    if (days < MIN_SERIAL || days > MAX_SERIAL) return undefined;
    return dayAfter(counts.from1904 ? SERIAL_START_1904 : SERIAL_START, days);
  }
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:(?=[ T,])(.*))?$/.exec(text);
  if (iso) return findIsoDay(text, iso);
  const numeric = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})(?:[ T,].*)?$/.exec(text);
  if (numeric) return existingDay(numeric[3], Number(numeric[2]), numeric[1]);
  const named = /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]*([a-z]{3})[a-z]*[-/., ]*(\d{4}|\d{2})(?:[ T,].*)?$/i.exec(
    text,
  );
  if (named) return existingDay(named[3], monthOf(named[2]), named[1]);
  // "Nov 21, 2026, 10:30 AM"
  const american = /^([a-z]{3})[a-z]*\.? (\d{1,2}),? (\d{4})(?:[ T,].*)?$/i.exec(text);
  return american ? existingDay(american[3], monthOf(american[1]), american[2]) : undefined;
}

/** An instant with a time zone is on a day in Karnataka. */
function findIsoDay(text: string, [, year, month, day]: RegExpExecArray): string | undefined {
  const instant = /T[\d:.]+(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? new Date(text) : undefined;
  if (instant && !Number.isNaN(instant.getTime())) return dayOf(instant);
  return existingDay(year, Number(month), day);
}

function monthOf(name = ""): number {
  return MONTHS.indexOf(name.toLowerCase()) + 1;
}

function existingDay(year = "", month = 0, day = ""): string | undefined {
  const [fullYear, date] = [year.length === 2 ? `20${year}` : year, Number(day)];
  // A day that does not exist, such as 31 February, is one of the next month there.
  const found = new Date(Date.UTC(Number(fullYear), month - 1, date));
  if (found.getUTCMonth() !== month - 1 || found.getUTCDate() !== date) return undefined;
  return `${fullYear}-${String(month).padStart(2, "0")}-${String(date).padStart(2, "0")}`;
}

export interface Amount {
  readonly paise: number;
  /** The direction in the cell itself: "Cr" and "+" for money received, "Dr" and "-" for money paid. */
  readonly sign: "credit" | "debit" | undefined;
}

const MAX_RUPEES = 1e11;

/** Reads "1,02,500.00", "₹ 2,000", "2000.5 Cr", "(500.00)". Returns undefined for anything that is no amount. */
export function findAmount(cell: string): Amount | undefined {
  if (cell.length > MAX_LETTERS) return undefined;
  const text = cell
    .trim()
    .replace(/^'/, "")
    .replace(/₹|\bINR\b|\bRs\.?(?=[\s\d])/gi, "")
    .replace(/\/-$/, "")
    .replace(/\s+/g, "");
  const [, open, plus, digits = "", close, mark = ""] =
    /^(\()?([+-])?([\d,]*\.?\d*(?:E[+-]?\d+)?)(\))?\(?((?:cr|dr)\.?)?\)?$/i.exec(text) ?? [];
  const rupees = numberOf(digits);
  if (rupees === undefined || rupees > MAX_RUPEES || Boolean(open) !== Boolean(close)) return undefined;
  const isDebit = open || plus === "-" || /^dr/i.test(mark);
  const isCredit = plus === "+" || /^cr/i.test(mark);
  return {
    paise: Math.round(rupees * 100),
    sign: isDebit ? "debit" : isCredit ? "credit" : undefined,
  };
}

/** Commas group digits, in lakhs or in thousands. "1,5" and "1.234" are refused: they may be half or a thousand. */
function numberOf(digits: string): number | undefined {
  if (/^\d{1,3}(?:,\d{2,3})*(?:\.\d{0,2})?$/.test(digits)) {
    const groups = digits.replace(/\..*/, "").split(",").slice(1);
    // The last group has three digits.
    if (groups.length > 0 && groups.at(-1)?.length !== 3) return undefined;
    return Number(digits.replaceAll(",", ""));
  }
  // Spreadsheet programs write amounts without groups, and some as 1.02E5 or with rounding errors far behind the point.
  if (!/^\d+(?:\.\d*)?(?:E[+-]?\d+)?$/i.test(digits) && !/^\.\d{1,2}$/.test(digits)) return undefined;
  const number = Number(digits);
  return Math.abs(number * 100 - Math.round(number * 100)) < 1e-4 ? number : undefined;
}
