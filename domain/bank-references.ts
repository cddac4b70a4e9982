/**
 * The references of bank transfers by NEFT and RTGS: 16 to 22 letters and digits, beginning with up to five letters,
 * which are most often the code of the bank. database/rules/order-numbers.sql has the same rules.
 */

const REFERENCE = /(?<![A-Z0-9])([A-Z]{1,5})\d{11,21}(?![A-Z0-9])/gi;
/** Words that touch the 12 digits of a UTR in messages and statements. */
const LABELS =
  /^(?:UTR|UTRNO|UTRID|REF|REFNO|REFID|RRN|RRNNO|TXN|TXNID|TXNNO|UPI|UPIID|IMPS|NEFT|RTGS|AC|ACNO|NO|ID|CR|DR|TO|BY|FROM|VPA)$/i;
/** PhonePe's transaction id is a T and digits, which are not a transfer's. */
const PHONEPE = /^T$/i;

/** Returns the different references in a text, in capital letters. */
export function findBankReferences(text: string): string[] {
  const found = [...text.matchAll(REFERENCE)].filter(
    ([{ length }, letters = ""]) =>
      length >= 16 && length <= 22 && !LABELS.test(letters) && !PHONEPE.test(letters),
  );
  return [...new Set(found.map(([reference]) => reference.toUpperCase()))];
}
