import { formatInstant } from "../../../../domain/kolkata-time.ts";
import { formatPaise } from "../../../../domain/money.ts";
import { planLabel } from "../../../../domain/plans.ts";
import type { OwnOrder } from "../../../queries/own-order.ts";

export interface OrderText {
  readonly kind: "info" | "good" | "warning";
  readonly title: string;
  /** The reason, what normally happens next, and what the student can do. */
  readonly lines: readonly string[];
}

/** Returns the texts about an order's state that the student reads. */
export function describeOrder(order: OwnOrder): OrderText {
  return TEXTS[order.state](order);
}

const TEXTS: Readonly<Record<OwnOrder["state"], (order: OwnOrder) => OrderText>> = {
  made: ({ restOf, amountPaise, validUntil }) =>
    restOf
      ? {
          kind: "warning",
          title: `${formatPaise(amountPaise)} is still due`,
          lines: [
            `A part of your payment for ${restOf} has arrived. Please pay the rest by ${formatInstant(validUntil)}; your plan starts when it has arrived.`,
          ],
        }
      : {
          kind: "info",
          title: "Your order waits for the payment",
          lines: [
            `Its price is kept for you until ${formatInstant(validUntil)}. When you have paid, please send us the UTR.`,
          ],
        },
  "proof sent": ({ payment }) => ({
    kind: "info",
    title: "We are checking your payment",
    lines: [
      payment?.utr
        ? `We are looking for the UTR ${payment.utr} in our bank account. This usually takes until the next working day.`
        : "We are looking for your payment in our bank account. This usually takes until the next working day.",
      ...(payment?.hasProof && payment.utr ? ["We have your screenshot too."] : []),
      "Your plan then becomes active, and you get a mail with the receipt. You do not need to send anything again.",
    ],
  }),
  confirmed: () => ({
    kind: "good",
    title: "Your payment is confirmed",
    lines: ["Your plan is active. The receipt is below, in your mail and on your account page."],
  }),
  "paid over": ({ amountPaise, receivedPaise }) => ({
    kind: "good",
    title: "Your payment is confirmed",
    lines: [
      "Your plan is active. The receipt is below, in your mail and on your account page.",
      `You paid ${formatPaise(receivedPaise)}, which is ${formatPaise(receivedPaise - amountPaise)} too much. We will refund the difference, and write to you with its reference.`,
    ],
  }),
  "paid short": ({ amountPaise, receivedPaise }) => ({
    kind: "warning",
    title: "A part of your payment is missing",
    lines: [
      `${formatPaise(receivedPaise)} of ${formatPaise(amountPaise)} has arrived. Please write to us about the rest.`,
    ],
  }),
  rejected: ({ reason, words, payment, validUntil }) => ({
    kind: "warning",
    title: "We could not confirm your payment",
    lines: [
      REASONS[reason ?? ""] ?? "",
      ...(words ? [words] : []),
      ...(payment?.utr ? [`You sent the UTR ${payment.utr}.`] : []),
      `You can send the UTR again, or pay, until ${formatInstant(validUntil)}.`,
    ].filter(Boolean),
  }),
  expired: ({ validUntil }) => ({
    kind: "warning",
    title: "Your order has expired",
    lines: [
      `It was valid until ${formatInstant(validUntil)}. Open it again at today's price to pay it.`,
      "If you have paid already, open it again and send us the UTR. Nothing is lost.",
    ],
  }),
  refunded: ({ refund }) => ({
    kind: "info",
    title: "Your payment was refunded",
    lines: refund
      ? [
          `We refunded ${formatPaise(refund.amountPaise)}. The bank's reference is ${refund.reference}, ours is ${refund.number}.`,
          PLAN_THEN[refund.planThen] ?? "",
        ].filter(Boolean)
      : [],
  }),
  cancelled: ({ words }) => ({
    kind: "info",
    title: "Your order was cancelled",
    lines: [...(words ? [words] : []), "You can choose a plan at any time."],
  }),
};

/** By the codes of reject_order in database/rules/payment-confirmation.sql: the reason, and what the student can do. */
const REASONS: Readonly<Record<string, string>> = {
  "not received":
    "No payment with this UTR has arrived in our account. Please check in your payment app whether it went through, and to whom.",
  "wrong utr": "This number is not the UTR of a payment to us. Please check it in your payment app.",
  "amount differs": "The amount that arrived differs from the amount of your order. Please write to us.",
  unreadable: "We could not read your screenshot. Please send the UTR again, with another one.",
  "used before":
    "This payment has already been used for an order. Please send the UTR of the payment for this one.",
};

const PLAN_THEN: Readonly<Record<string, string>> = {
  keep: "Your plan stays active.",
  end: "Your plan has ended.",
  previous: "Your plan from before the upgrade is active again.",
};

/** "MRG-4F7K-2: UG / CET / Medium, ₹5,000" */
export function orderLine({ number, plan, amountPaise }: OwnOrder): string {
  return `${number}: ${planLabel(plan)}, ${formatPaise(amountPaise)}`;
}
