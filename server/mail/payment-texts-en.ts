export type PaymentMailKind =
  | "made"
  | "proof sent"
  | "confirmed"
  | "paid over"
  | "paid short"
  | "rejected"
  | "expired"
  | "refunded"
  | "cancelled"
  | "undone"
  | "moved"
  | "ends soon";

/** The facts of a mail as text: amounts as "₹5,200", instants as "Tue 24 Nov, 10:30 AM". */
export interface PaymentFacts {
  readonly number: string;
  readonly plan: string;
  readonly amount: string;
  readonly received: string;
  readonly surplus: string;
  readonly validUntil: string;
  /** Undefined if the student sent a screenshot over WhatsApp, or paid in cash. */
  readonly utr: string | undefined;
  /** The reason for a rejection or cancellation: a text of `reasons` and the words of the admin. */
  readonly reason: string | undefined;
  readonly planEnd: string;
  /** The order of the rest. */
  readonly rest: { readonly number: string; readonly amount: string; readonly until: string } | undefined;
  readonly refund:
    | {
        readonly amount: string;
        readonly reference: string;
        readonly number: string;
        readonly planThen: string;
      }
    | undefined;
}

interface KindTexts {
  readonly subject: string;
  readonly opening: string;
  /** Further paragraphs: what normally happens next, and what the student can do. */
  readonly more: readonly string[];
  readonly button: string;
}

/** All texts of these mails in one language. */
export interface PaymentTexts {
  readonly kinds: Readonly<Record<PaymentMailKind, (facts: PaymentFacts) => KindTexts>>;
  readonly hello: (firstName: string) => string;
  readonly inIndianTime: (time: string) => string;
  readonly facts: (facts: Pick<PaymentFacts, "number" | "plan" | "amount">) => string;
  readonly firstSteps: (siteUrl: string) => string;
  readonly receipt: (number: string) => string;
  /** By the codes of reject_order in database/rules/payment-confirmation.sql. */
  readonly reasons: Readonly<Record<string, string>>;
  readonly plansThen: Readonly<Record<string, string>>;
  readonly neverAsk: string;
}

export const ENGLISH: PaymentTexts = {
  kinds: {
    made: ({ number, amount, validUntil }) => ({
      subject: `Your order ${number}: ${amount}`,
      opening: `Your order is ready. Please pay ${amount} by ${validUntil}, and then send us the UTR of the payment, its 12-digit number.`,
      more: ["The page of your order shows how to pay, with everything to copy."],
      button: "Pay your order",
    }),
    "proof sent": ({ number, utr }) => ({
      subject: `We are checking your payment for ${number}`,
      opening: utr
        ? `Thank you. We are looking for the UTR ${utr} in our bank account. This usually takes until the next working day.`
        : "Thank you. We are looking for your payment in our bank account. This usually takes until the next working day.",
      more: [
        "Your plan then becomes active, and you get a mail with the receipt. You do not need to send anything again.",
      ],
      button: "See your order",
    }),
    confirmed: ({ plan, planEnd }) => ({
      subject: `Your plan is active: ${plan}`,
      opening: `Your payment has arrived, and your plan is active until ${planEnd}.`,
      more: [],
      button: "See your plan",
    }),
    "paid over": ({ plan, planEnd, received, surplus }) => ({
      subject: `Your plan is active: ${plan}`,
      opening: `Your payment has arrived, and your plan is active until ${planEnd}.`,
      more: [
        `You paid ${received}, which is ${surplus} too much. We will refund the difference, and write to you with its reference.`,
      ],
      button: "See your plan",
    }),
    "paid short": ({ number, amount, received, rest }) => ({
      subject: `A part of your payment for ${number} is missing`,
      opening: `${received} of ${amount} has arrived. Your plan starts when the whole amount has arrived.`,
      more: rest
        ? [`Please pay the rest, ${rest.amount}, with the order ${rest.number} by ${rest.until}.`]
        : [],
      button: "Pay the rest",
    }),
    rejected: ({ number, reason, utr, validUntil }) => ({
      subject: `We could not confirm your payment for ${number}`,
      opening: reason ?? "We could not find your payment.",
      more: [
        ...(utr ? [`You sent the UTR ${utr}.`] : []),
        `You can send the UTR again, or pay, until ${validUntil}.`,
      ],
      button: "Send the UTR again",
    }),
    expired: ({ number, validUntil }) => ({
      subject: `Your order ${number} has expired`,
      opening: `Your order was valid until ${validUntil}. You can open it again at today's price.`,
      more: ["If you have paid already, open it again and send us the UTR. Nothing is lost."],
      button: "Open it again",
    }),
    refunded: ({ number, refund }) => ({
      subject: `Refund for ${number}${refund ? `: ${refund.amount}` : ""}`,
      opening: refund
        ? `We refunded ${refund.amount} to you. The bank's reference is ${refund.reference}; ours is ${refund.number}.`
        : "We refunded your payment.",
      more: refund?.planThen ? [refund.planThen] : [],
      button: "See your plans",
    }),
    cancelled: ({ number, reason }) => ({
      subject: `Your order ${number} was cancelled`,
      opening: `We cancelled your order.${reason ? ` ${reason}` : ""}`,
      more: ["You can choose a plan at any time. If you have paid for this order, please write to us."],
      button: "See the plans",
    }),
    undone: ({ number, reason }) => ({
      subject: `We are checking your payment for ${number} again`,
      opening: `We have withdrawn the confirmation of your payment, and its receipt is no longer valid.${reason ? ` ${reason}` : ""}`,
      more: [
        "We will check it again and write to you. If you have questions, please write to us or call us.",
      ],
      button: "See your order",
    }),
    moved: ({ number, utr, validUntil }) => ({
      subject: `The payment for ${number} belongs to another order`,
      opening: `The payment${utr ? ` with the UTR ${utr}` : ""} belongs to another order, so yours is not paid yet.`,
      more: [
        `If you have paid for it, please send us the UTR of that payment by ${validUntil}, or write to us.`,
      ],
      button: "See your order",
    }),
    "ends soon": ({ number, amount, validUntil }) => ({
      subject: `Your order ${number} ends tomorrow`,
      opening: `Your order is valid until ${validUntil}. Please pay ${amount} before, and send us the UTR.`,
      more: [
        "Later you can open it again, at the price of that day. If you do not want the plan, do nothing.",
      ],
      button: "Pay your order",
    }),
  },
  hello: (firstName) => `Hello ${firstName},`,
  inIndianTime: (time) => `${time}, Indian time`,
  facts: ({ number, plan, amount }) => `Order: ${number}\nPlan: ${plan}\nAmount: ${amount}`,
  firstSteps: (siteUrl) =>
    [
      "What to do first:",
      `1. Read the application guide: ${siteUrl}/application-guide`,
      `2. Upload your documents: ${siteUrl}/documents`,
      `3. Book your first call with a mentor: ${siteUrl}/book-slot`,
    ].join("\n"),
  receipt: (number) => `The receipt ${number} is attached. It is also on your account page.`,
  reasons: {
    "not received":
      "No payment with this UTR has arrived in our account. Please check in your payment app whether it went through, and to whom.",
    "wrong utr":
      "The number that you sent is not the UTR of a payment to us. Please check it in your payment app.",
    "amount differs": "The amount that arrived differs from the amount of your order. Please write to us.",
    unreadable: "We could not read your screenshot. Please send the UTR again, with another one.",
    "used before":
      "This payment has already been used for an order. Please send the UTR of the payment for this one.",
  },
  plansThen: {
    keep: "Your plan stays active.",
    end: "Your plan has ended.",
    previous: "Your plan from before the upgrade is active again.",
  },
  neverAsk: "We never ask for your UPI PIN, a password or an OTP.",
};
