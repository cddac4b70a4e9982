import type { QueryClient } from "@tanstack/react-query";
import { currentPlanKey } from "../../queries/current-plan.ts";
import { busySlotsKey } from "./busy-slots.ts";
import { ownSlotsKey } from "./own-slots.ts";

/** After every try, taken or refused: what the screen showed may have been wrong. */
export function refreshSlots(client: QueryClient, userId: string): void {
  for (const queryKey of [busySlotsKey, ownSlotsKey(userId), currentPlanKey(userId)])
    void client.invalidateQueries({ queryKey });
}
