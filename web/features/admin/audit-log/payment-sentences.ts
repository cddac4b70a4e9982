import type { AuditAction } from "../../../../domain/audit-actions.ts";
import { shownDocumentName } from "../../../../domain/documents.ts";
import { formatPaise } from "../../../../domain/money.ts";

/** The details that private.record_payment_action in database/rules/orders.sql writes. */
interface PaymentDetails {
  readonly order?: string;
  readonly plan?: string;
  readonly received_paise?: number;
  readonly refund_paise?: number;
  readonly amount_paise?: number;
  readonly receipt?: string;
  readonly number?: string;
  readonly from?: string;
  readonly reason?: string;
  readonly words?: string;
  readonly file?: string;
}

type Describe = (parts: { readonly subject: string; readonly details: object }) => string;

const describe =
  (sentence: (subject: string, details: PaymentDetails) => string): Describe =>
  ({ subject, details }) =>
    sentence(subject, details as PaymentDetails) + because(details as PaymentDetails);

function because({ reason, words }: PaymentDetails): string {
  const text = [reason, words].filter(Boolean).join(": ");
  return text && ` (${text})`;
}

const received = (subject: string, { received_paise = 0, order, receipt }: PaymentDetails) =>
  `${formatPaise(received_paise)} of ${subject} for ${order}, receipt ${receipt}`;

export const PAYMENT_SENTENCES = {
  "order made": describe(
    (subject, { order, plan, amount_paise = 0 }) =>
      `Made ${order} for ${subject}: ${plan}, ${formatPaise(amount_paise)}`,
  ),
  "order cancelled": describe((subject, { order }) => `Cancelled ${order} of ${subject}`),
  "payment put": describe((subject, { order }) => `Put a payment of ${subject} to ${order}`),
  "payment moved": describe(
    (subject, { order, from }) => `Moved a payment from ${from} to ${order} of ${subject}`,
  ),
  "payment proof viewed": describe(
    (subject, { file = "" }) => `Viewed the payment proof ${shownDocumentName(file)} of ${subject}`,
  ),
  "payment confirmed": describe((subject, details) => `Confirmed ${received(subject, details)}`),
  "payment taken short": describe(
    (subject, details) => `Counted as paid short: ${received(subject, details)}`,
  ),
  "payment taken over": describe((subject, details) => `Counted as paid over: ${received(subject, details)}`),
  "payment rejected": describe((subject, { order }) => `Rejected the payment of ${subject} for ${order}`),
  "payment refunded": describe(
    (subject, { order, number, refund_paise = 0 }) =>
      `Refunded ${formatPaise(refund_paise)} of ${order} to ${subject}, ${number}`,
  ),
  "confirmation undone": describe((subject, { order }) => `Undid the confirmation of ${order} of ${subject}`),
  "payment mail sent again": describe(
    (subject, { order }) => `Sent a mail about ${order} to ${subject} again`,
  ),
  "statement added": describe((subject) => `Added the bank statement ${subject}`),
  "statement line explained": describe((subject) => `Explained the line “${subject}” of a bank statement`),
} satisfies Partial<Record<AuditAction, Describe>>;
