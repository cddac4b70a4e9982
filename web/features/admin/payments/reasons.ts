/** Why a payment is rejected, as reject_order in database/rules/ knows it. */
export const REASONS = {
  "not received": "The money has not arrived",
  "wrong utr": "No payment has this UTR",
  "amount differs": "The amount is another one",
  unreadable: "The screenshot cannot be read",
  "used before": "The payment was used before",
  other: "Another reason",
} as const;

export function reasonText(reason: string): string {
  return REASONS[reason as keyof typeof REASONS] ?? reason;
}
