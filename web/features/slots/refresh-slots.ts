import type { QueryClient } from "@tanstack/react-query";
import { bookingTermsKey } from "../../queries/booking-terms.ts";
import { currentPlanKey } from "../../queries/current-plan.ts";
import { busySlotsKey } from "./busy-slots.ts";
import { ownSlotsKey } from "./own-slots.ts";
import { waitingDaysKey } from "./waiting/waiting-days-key.ts";

/** Refreshes the screen after every attempt, because the data may have been outdated. */
export function refreshSlots(client: QueryClient, userId: string): void {
  for (const queryKey of [
    busySlotsKey,
    ownSlotsKey(userId),
    currentPlanKey(userId),
    bookingTermsKey(userId),
    waitingDaysKey(userId),
  ])
    void client.invalidateQueries({ queryKey });
}
