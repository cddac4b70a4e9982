/** Payment by UPI and the proof that the student sends. A person checks whether the money has arrived. */

import { formatRupees } from "./money.ts";
import { type Plan, planLabel } from "./plans.ts";

export interface Payment {
  readonly plan: Plan;
  /** In rupees: the price, or the difference for an upgrade. */
  readonly amount: number;
  readonly reference: string;
}

/**
 * Identifies the student and the plan in a bank statement: "UGCETM" and twelve digits of the user's id. The digits are
 * random, so that no two of 100,000 students are likely to share them. UPI allows 35 letters and digits.
 */
export function paymentReference(userId: string, { level, exam, name }: Plan): string {
  return `${level}${exam}${name.charAt(0)}${userId.replaceAll("-", "").slice(0, 12)}`.toUpperCase();
}

/** Returns the link that opens a payment app on a phone, also as a QR code. */
export function upiLink(payee: { readonly id: string; readonly name: string }, payment: Payment): string {
  const fields = {
    pa: payee.id,
    pn: payee.name,
    am: payment.amount.toFixed(2),
    cu: "INR",
    tn: `Maarga ${planLabel(payment.plan).replaceAll(" / ", " ")}`,
    tr: payment.reference,
  };
  // Not URLSearchParams: payment apps show its plus signs literally. Some do not accept an encoded @.
  const query = Object.entries(fields).map(
    ([name, value]) => `${name}=${encodeURIComponent(value).replaceAll("%40", "@")}`,
  );
  return `upi://pay?${query.join("&")}`;
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
export function proofMessage({ name, email, phone }: Payer, { plan, amount, reference }: Payment): string {
  return [
    "Hello Maarga, here is the screenshot of my payment.",
    `Name: ${name}`,
    `E-mail: ${email}`,
    ...(phone ? [`Phone: ${phone}`] : []),
    `Plan: ${planLabel(plan)}`,
    `Amount: ${formatRupees(amount)}`,
    `Reference: ${reference}`,
  ].join("\n");
}

const INDIA = "91";

/** Returns a link to a chat with the text already typed. Numbers of ten digits are Indian. */
export function messagingLink(phone: string, text: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^0+/, "");
  const number = digits.length === 10 ? INDIA + digits : digits;
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
