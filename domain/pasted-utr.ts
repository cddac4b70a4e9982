import { findBankReferences } from "./bank-references.ts";

/** The UTR, the number of a payment, as people paste it from their payment app or from a message of their bank. */

export const UTR_LENGTH = 12;

export type UtrReading = { readonly utr: string } | { readonly problem: string };

const NOTHING = "Please enter the 12 digits of the UTR.";
const SEVERAL = "There are several numbers of 12 digits here. Please enter only the UTR.";
/** A phone number with its country code has as many digits. */
const ANOTHER = "These 12 digits are not a UTR. Please look it up again, and enter only the UTR.";
const PHONEPE = "This is the transaction ID of PhonePe. The UTR is the number of 12 digits below it.";
const GOOGLE =
  "This is the Google transaction ID. Please use the UPI transaction ID, the number of 12 digits above it.";
const BANK_TRANSFER =
  "This is the reference of a bank transfer by NEFT or RTGS. Please send us the screenshot over WhatsApp.";
const SEVERAL_REFERENCES = "There are several references here. Please enter only that of the transfer.";

/** The labels beside the number in apps and bank messages. Letters may touch the digits. */
const LABELLED =
  /(?:utr|rrn|upi\s*(?:transaction|txn|ref)|ref(?:erence)?|imps)[\s.:#/-]*(?:id|no|number|num)?[\s.:#/-]*(\d{12})(?!\d)/gi;
/** Excludes phone numbers with a country code, and references of bank transfers, which begin with letters. */
const TOGETHER = /(?<![\d+]|\b[A-Z]{4})\d{12}(?!\d)/g;
const GROUPS = /(?<![\d+][ -]?)\d+(?:[ -]\d+)+(?![ -]?\d)/g;
const LONGER_IDS = [
  [/\bT\d{20,24}\b/, PHONEPE],
  [/\bC[A-Za-z]{3}[A-Za-z0-9_-]{8,}\b/, GOOGLE],
] as const;

/**
 * Returns the 12 digits, without the letters, spaces and other numbers around them, or why there is no UTR in the text.
 * If bank transfer is offered, the reference of a transfer is a UTR too.
 */
export function readUtr(text: string, { hasBankTransfer = false } = {}): UtrReading {
  const plain = toPlainText(text);
  const [reference, ...otherReferences] = findBankReferences(plain);
  if (reference !== undefined && !hasBankTransfer) return { problem: BANK_TRANSFER };
  if (reference !== undefined)
    return otherReferences.length === 0 ? { utr: reference } : { problem: SEVERAL_REFERENCES };
  const numbers = [allOf(plain, LABELLED), allOf(plain, TOGETHER), allOf(plain, GROUPS).filter(isWhole)].find(
    ({ length }) => length > 0,
  );
  const [utr, ...others] = new Set(numbers);
  if (utr !== undefined) return others.length === 0 ? { utr } : { problem: SEVERAL };
  return { problem: problemOf(plain) };
}

const isWhole = (digits: string): boolean => digits.length === UTR_LENGTH;

function problemOf(plain: string): string {
  const [, problem] = LONGER_IDS.find(([pattern]) => pattern.test(plain)) ?? [];
  if (problem) return problem;
  const { length } = plain.replace(/\D/g, "");
  if (length === 0) return NOTHING;
  return length === UTR_LENGTH ? ANOTHER : `A UTR has ${UTR_LENGTH} digits; this has ${length}.`;
}

/** Unifies the digits of all scripts, the spaces and the hyphens, and removes invisible characters. */
function toPlainText(text: string): string {
  return text
    .normalize("NFKC")
    .replace(/\p{Nd}/gu, (digit) => String(valueOfDigit(digit)))
    .replace(/\p{Cf}/gu, "")
    .replace(/[\p{Zs}\t]+/gu, " ")
    .replace(/\p{Pd}/gu, "-");
}

/** The digits of each script are ten characters in a row, of which the first is zero. */
function valueOfDigit(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

function allOf(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => (match[1] ?? match[0]).replace(/\D/g, ""));
}
