import { findBankReferences } from "./bank-references.ts";

/**
 * Returns the UTR (the bank's number of a transfer) as somebody has typed or pasted it, or undefined if there is none: the
 * reference of a bank transfer, or else twelve digits, with spaces and letters around and between. database/rules/order-numbers.sql has the same rules.
 */
export function findUtr(written: string): string | undefined {
  const [reference, ...others] = findBankReferences(written);
  if (reference) return others.length === 0 ? reference : undefined;
  const digits = written.replace(/[^0-9]/g, "");
  if (digits.length === 12) return digits;
  const runs = [...written.matchAll(/(?<![0-9])[0-9]{12}(?![0-9])/g)];
  return runs.length === 1 ? runs[0]?.[0] : undefined;
}
