import { useMutation, useQueryClient } from "@tanstack/react-query";
import { SLOT_PASSED } from "../../../domain/booking.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import { Refusal, toBookingError } from "./booking-error.ts";
import { ownSlotsKey } from "./own-slots.ts";
import { refreshSlots } from "./refresh-slots.ts";

async function deleteSlot(slot: OwnSlot): Promise<void> {
  const { data, error } = await tables().from("slots").delete().eq("id", slot.id).select("id");
  if (error) throw toBookingError(error);
  // A slot that has started cannot be deleted. A missing slot was deleted by another tab or by an attempt whose response
  // was lost.
  if (data.length === 0 && slot.start <= new Date()) throw new Refusal(SLOT_PASSED);
}

export function useDeleteSlot() {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: deleteSlot,
    onSuccess: (_, deleted) => {
      client.setQueryData<OwnSlot[]>(ownSlotsKey(id), (slots) =>
        slots?.filter((slot) => slot.id !== deleted.id),
      );
    },
    onSettled: () => refreshSlots(client, id),
  });
}
