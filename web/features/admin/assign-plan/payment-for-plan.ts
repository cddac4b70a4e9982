/** The order that paid for a plan, or the reason why there is none. */
export interface PaymentForPlan {
  readonly kind: "" | "order" | "gift" | "cash with receipt" | "correction";
  /** The number of the order. */
  readonly order: string;
  readonly words: string;
}

export const NOT_STATED: PaymentForPlan = { kind: "", order: "", words: "" };

/** Returns the arguments of assign_plan, or undefined while an order is still to be chosen. */
export function paymentArgs({ kind, order, words }: PaymentForPlan) {
  if (kind === "order" && !order) return undefined;
  if (kind === "") return {};
  const note = words.trim();
  return { ...(kind === "order" ? { order_number: order } : { reason: kind }), ...(note && { words: note }) };
}
