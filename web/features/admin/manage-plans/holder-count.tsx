import { Notice } from "../../../ui/notice.tsx";
import { type Offer, useHolderCount } from "./manage-offers.ts";

/** Shows how many students hold the plan, and that changing the offer does not affect them. */
export function HolderCount({ offer }: { offer: Offer }) {
  const { data: holders, isError } = useHolderCount(offer);
  if (isError) return <Notice kind="warning">The students who hold this plan could not be counted.</Notice>;
  return <Notice kind="info">{holders === undefined ? "Counting students..." : countText(holders)}</Notice>;
}

function countText(holders: number): string {
  if (holders === 0) return "No student holds this plan.";
  return holders === 1
    ? "1 student holds this plan and keeps it unchanged."
    : `${holders.toLocaleString("en-IN")} students hold this plan and keep it unchanged.`;
}
