import { Notice } from "../../../ui/notice.tsx";
import { type Offer, useHolders } from "./offers.ts";

/** Before an offer changes: whom it concerns, and that it takes nothing from them. */
export function Holders({ offer }: { offer: Offer }) {
  const { data: holders, isError } = useHolders(offer);
  if (isError) return <Notice kind="warning">How many students hold it could not be counted.</Notice>;
  return <Notice kind="info">{holders === undefined ? "Counting who holds it …" : saying(holders)}</Notice>;
}

function saying(holders: number): string {
  if (holders === 0) return "No student holds this plan.";
  return holders === 1
    ? "1 student holds this plan and keeps it unchanged."
    : `${holders.toLocaleString("en-IN")} students hold this plan and keep it unchanged.`;
}
