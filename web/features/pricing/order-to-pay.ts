import type { OwnOrder } from "../../queries/own-order.ts";

/** The time for which a confirmed payment is shown beside the plan. Its receipt stays on the account page. */
const CONFIRMED_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the order if the student can still pay it, or send its UTR again. */
export function findOrderToPay(order: OwnOrder | null | undefined): OwnOrder | undefined {
  return order?.state === "made" || order?.state === "rejected" ? order : undefined;
}

/** Returns whether the page of plans shows the state of the order. */
export function hasStatus({ state, changedAt, words }: OwnOrder, now: Date): boolean {
  const isRecent = +now - +changedAt < CONFIRMED_DAYS * DAY_MS;
  // Not shown: a student who chose another plan knows that the earlier order is cancelled.
  if (state === "cancelled") return words !== null && isRecent;
  return isRecent || !["confirmed", "paid over", "refunded", "expired"].includes(state);
}
