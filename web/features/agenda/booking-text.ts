import { planLabel } from "../../../domain/plans.ts";
import type { Booking } from "./agenda.ts";

/** "UG / CET / Advanced · 3 earlier calls, 1 missed" */
export function aboutStudent({ plan, earlierCalls, missedCalls }: Booking): string {
  const calls =
    earlierCalls === 0 ? "First call" : `${earlierCalls} earlier ${earlierCalls === 1 ? "call" : "calls"}`;
  const missed = missedCalls > 0 ? `, ${missedCalls} missed` : "";
  return `${plan ? planLabel(plan) : "No active plan"} · ${calls}${missed}`;
}
