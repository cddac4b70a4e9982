/** Payment by UPI and the proof that the student sends. A person checks whether the money has arrived. */

import { formatPaise } from "./money.ts";
import { type Plan, planLabel } from "./plans.ts";

export interface Payment {
  /** The number of the order, such as MRG-4F7K-2. */
  readonly number: string;
  readonly plan: Plan;
  /** The price, or the difference for an upgrade. */
  readonly amountPaise: number;
}

/** The payment reference: the number without hyphens, because many payment apps accept only letters and digits. */
export function paymentReference(orderNumber: string): string {
  return orderNumber.replaceAll("-", "");
}

/** The amount without separators, as payment apps expect it: 2999.90. */
export function plainAmount(paise: number): string {
  return `${Math.floor(paise / 100)}.${String(paise % 100).padStart(2, "0")}`;
}

/** Returns the link that opens a payment app on a phone, also as a QR code. */
export function upiLink(payee: { readonly id: string; readonly name: string }, payment: Payment): string {
  const reference = paymentReference(payment.number);
  const fields = {
    pa: payee.id,
    pn: payee.name,
    am: plainAmount(payment.amountPaise),
    cu: "INR",
    // Statements cut the note and often leave the reference out, so the number is in both, and first in the note.
    tn: `${reference} ${planLabel(payment.plan).replaceAll(" / ", " ")}`,
    tr: reference,
  };
  return `upi://pay?${Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeValue(value)}`)
    .join("&")}`;
}

/** Not URLSearchParams: payment apps show its plus signs, and some do not accept an encoded @. */
function encodeValue(value: string): string {
  return encodeURIComponent(value)
    .replace(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%40", "@");
}

export interface Payer {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/**
 * Returns the message for the screenshot. The e-mail address identifies the account, because the message may come from
 * another person's phone.
 */
export function proofMessage({ name, email, phone }: Payer, { number, plan, amountPaise }: Payment): string {
  return [
    "Hello Maarga, here is the screenshot of my payment.",
    `Order: ${number}`,
    `Name: ${name}`,
    `E-mail: ${email}`,
    ...(phone ? [`Phone: ${phone}`] : []),
    `Plan: ${planLabel(plan)}`,
    `Amount: ${formatPaise(amountPaise)}`,
  ].join("\n");
}

const INDIA = "91";

/** Returns a link to a chat with the text already typed. Numbers of ten digits are Indian. */
export function messagingLink(phone: string, text: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^0+/, "");
  const number = digits.length === 10 ? INDIA + digits : digits;
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
