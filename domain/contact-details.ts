/**
 * Questions about contact details that look mistyped. Any text may be saved, because a number may belong to another
 * country.
 */

const PHONE = /^[\d\s()+./-]+$/;

/** Returns a question about a phone number with letters or fewer than ten digits, or undefined. */
export function findPhoneQuestion(phone: string): string | undefined {
  const digits = phone.replace(/\D/g, "").length;
  if (phone.trim() === "" || (PHONE.test(phone) && digits >= 10 && digits <= 15)) return undefined;
  return "Is this right? Mentors call this number.";
}

/** Returns a question about a PIN code that is not an Indian one, or undefined. */
export function findPinCodeQuestion(pinCode: string): string | undefined {
  if (pinCode.trim() === "" || /^[1-9]\d{5}$/.test(pinCode.replace(/\s/g, ""))) return undefined;
  return "Is this right? A PIN code has six digits.";
}

/** Returns the number of an address such as https://wa.me/919845012345. Ten digits are an Indian number. */
export function findWhatsAppNumber(phone: string): string | undefined {
  if (!PHONE.test(phone.trim())) return undefined;
  const digits = phone.replace(/\D/g, "");
  if (phone.trim().startsWith("+")) return /^[1-9]\d{9,14}$/.test(digits) ? digits : undefined;
  const national = digits.replace(/^0+/, "");
  if (national.length === 10) return `91${national}`;
  return national.length > 10 && national.length <= 15 ? national : undefined;
}
