import { findBankReferences } from "../../domain/bank-references.ts";
import { dayAfter } from "../../domain/kolkata-time.ts";

/**
 * Finds the UTR of a payment in a line. NEFT and RTGS have a reference of 16 to 22 letters and digits. UPI and IMPS
 * have twelve digits in the column of references or in the narration, which may have other numbers of twelve digits.
 * A UTR begins with the last digit of the year and the number of the day; if there are several numbers, the UTR is the
 * one that matches the line's day.
 */
export function findUtrIn(narration: string, referenceCell: string, day: string): string | undefined {
  const cell = referenceCell.replace(/[^0-9a-z]/gi, "");
  const [ownReference] = findBankReferences(cell);
  if (ownReference) return ownReference;
  // Some banks fill the reference with zeros up to 16 digits, or have only zeros.
  const [, own] = /^(?:[A-Z]+)?(?!0+$)0*?(\d{12})$/.exec(cell.toUpperCase()) ?? [];
  if (own) return own;
  const [reference] = findBankReferences(narration);
  if (reference) return reference;
  // A phone number before an @ is a payment address.
  const found = (narration.match(/(?<!\d)(?:0000)?\d{12}(?![\d@])/g) ?? []).map((digits) =>
    digits.slice(-12),
  );
  if (found.length < 2) return found[0];
  const starts = [-1, 0, 1].map((days) => startOfUtr(dayAfter(day, days)));
  return found.find((digits) => starts.includes(digits.slice(0, 4))) ?? found[0];
}

/** "6325" for 21 November 2026, the 325th day of the year. */
function startOfUtr(day: string): string {
  const days = (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000 + 1;
  return day.charAt(3) + String(days).padStart(3, "0");
}
