import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SLOT_PASSED } from "../../../domain/booking.ts";
import { maskSecrets } from "../../../domain/slot-topics.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import { Refusal, toBookingError } from "./booking-error.ts";
import { OWN_SLOT_COLUMNS, showOwnSlot, toOwnSlot } from "./own-slots.ts";
import { refreshSlots } from "./refresh-slots.ts";

async function saveTopic(slot: OwnSlot, topic: string): Promise<OwnSlot> {
  const { data, error } = await tables()
    .from("slots")
    .update({ topic: maskSecrets(topic) })
    .eq("id", slot.id)
    .select(OWN_SLOT_COLUMNS);
  if (error) throw toBookingError(error);
  const [saved] = data;
  if (saved) return toOwnSlot(saved);
  throw new Refusal(slot.start <= new Date() ? SLOT_PASSED : "This slot was deleted.");
}

export function useSaveTopic(slot: OwnSlot) {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (topic: string) => saveTopic(slot, topic),
    onSuccess: (saved) => showOwnSlot(client, id, saved),
    onSettled: () => refreshSlots(client, id),
  });
}
