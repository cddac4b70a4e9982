/** The reasons for a rejection, by the codes of reject_order in database/rules/payment-confirmation.sql. */
export const REASONS = {
  "not received": "The money has not arrived",
  "wrong utr": "No payment has this UTR",
  "amount differs": "The amount differs",
  unreadable: "The screenshot cannot be read",
  "used before": "The payment was used before",
  other: "Another reason",
} as const;

export function reasonText(reason: string): string {
  return REASONS[reason as keyof typeof REASONS] ?? reason;
}
