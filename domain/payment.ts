/** What a student needs to pay by UPI and to send the proof of it. Whether money came is seen by a person. */

import { formatRupees } from "./money.ts";
import { type Plan, planLabel } from "./plans.ts";

export interface Payment {
  readonly plan: Plan;
  /** In rupees: the price, or for an upgrade the difference. */
  readonly amount: number;
  readonly reference: string;
}

/**
 * Names student and plan in a bank statement, within the 35 letters and digits that UPI takes: "UGCETM" and twelve
 * digits of the user's id. They are random, so that even among 100,000 students no two are likely to share them.
 */
export function paymentReference(userId: string, { level, exam, name }: Plan): string {
  return `${level}${exam}${name.charAt(0)}${userId.replaceAll("-", "").slice(0, 12)}`.toUpperCase();
}

/** What the QR code says, and what opens a payment app on a phone. */
export function upiLink(payee: { readonly id: string; readonly name: string }, payment: Payment): string {
  const fields = {
    pa: payee.id,
    pn: payee.name,
    am: payment.amount.toFixed(2),
    cu: "INR",
    tn: `Maarga ${planLabel(payment.plan).replaceAll(" / ", " ")}`,
    tr: payment.reference,
  };
  // Not URLSearchParams: payment apps show its plus signs as they are. And some take no encoded @.
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
 * Goes with the screenshot, so that nobody has to ask who paid for what: an account is found by its e-mail address,
 * whoever's phone the message comes from.
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

/** Opens a chat with a phone, the text already typed. A number of ten digits is an Indian one. */
export function messagingLink(phone: string, text: string): string {
  const digits = phone.replace(/\D/g, "").replace(/^0+/, "");
  const number = digits.length === 10 ? INDIA + digits : digits;
  return `https://wa.me/${number}?text=${encodeURIComponent(text)}`;
}
