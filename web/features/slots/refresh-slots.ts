import type { QueryClient } from "@tanstack/react-query";
import { currentPlanKey } from "../../queries/current-plan.ts";
import { busySlotsKey } from "./busy-slots.ts";
import { ownSlotsKey } from "./own-slots.ts";

/** Runs after every attempt, successful or not: the data on the screen may have been outdated. */
export function refreshSlots(client: QueryClient, userId: string): void {
  for (const queryKey of [busySlotsKey, ownSlotsKey(userId), currentPlanKey(userId)])
    void client.invalidateQueries({ queryKey });
}
