/** Amounts as Indian receipts have them: in figures and in words, with lakh and crore. All amounts are whole paise. */

const UP_TO_NINETEEN = [
  "Zero",
  "One",
  "Two",
  "Three",
  "Four",
  "Five",
  "Six",
  "Seven",
  "Eight",
  "Nine",
  "Ten",
  "Eleven",
  "Twelve",
  "Thirteen",
  "Fourteen",
  "Fifteen",
  "Sixteen",
  "Seventeen",
  "Eighteen",
  "Nineteen",
] as const;
const TENS = ["", "", "Twenty", "Thirty", "Forty", "Fifty", "Sixty", "Seventy", "Eighty", "Ninety"] as const;

const UNITS = [
  [1_00_00_000, "Crore"],
  [1_00_000, "Lakh"],
  [1_000, "Thousand"],
  [100, "Hundred"],
] as const;

const FIGURES = new Intl.NumberFormat("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** "10,200.00" */
export function plainRupees(paise: number): string {
  return FIGURES.format(requireWhole(paise) / 100);
}

/** "Rupees Ten Thousand Two Hundred Only", "Rupees Fifty and Paise Five Only" */
export function amountInWords(paise: number): string {
  const amount = requireWhole(paise);
  if (amount < 0) throw new RangeError("an amount in words cannot be negative");
  const rupees = wordsOf(Math.floor(amount / 100));
  const rest = amount % 100;
  return `Rupees ${rupees}${rest > 0 ? ` and Paise ${wordsOf(rest)}` : ""} Only`;
}

function wordsOf(number: number): string {
  for (const [unit, name] of UNITS) {
    if (number < unit) continue;
    // From a hundred crore on, the number of crores has lakhs and thousands of its own.
    const rest = number % unit;
    return `${wordsOf(Math.floor(number / unit))} ${name}${rest > 0 ? ` ${wordsOf(rest)}` : ""}`;
  }
  if (number < 20) return UP_TO_NINETEEN[number] ?? "";
  const rest = number % 10;
  return `${TENS[Math.floor(number / 10)]}${rest > 0 ? ` ${UP_TO_NINETEEN[rest]}` : ""}`;
}

function requireWhole(paise: number): number {
  if (!Number.isSafeInteger(paise)) throw new RangeError("an amount must be a whole number of paise");
  return paise;
}
