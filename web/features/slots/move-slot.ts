import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type BookingWish,
  findBookingRefusal,
  findWishedSlot,
  SLOT_PASSED,
} from "../../../domain/booking.ts";
import type { OwnSlot, TimeRange } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import { Refusal, toBookingError } from "./booking-error.ts";
import { fetchOwnSlots, showOwnSlot } from "./own-slots.ts";
import { refreshSlots } from "./refresh-slots.ts";

async function moveSlot(userId: string, moving: OwnSlot, { start, end }: TimeRange): Promise<OwnSlot> {
  const moved = { id: moving.id, start, end };
  const { data, error } = await tables()
    .from("slots")
    .update({ start_time: start.toISOString(), end_time: end.toISOString() })
    .eq("id", moving.id)
    .select("id");
  if (data && data.length > 0) return moved;
  // The database leaves alone what has started; and what was deleted in another tab is not there.
  if (data) throw new Refusal(moving.start <= new Date() ? SLOT_PASSED : "This slot was deleted.");
  const problem = toBookingError(error);
  if (problem instanceof Refusal) throw problem;
  // The answer may have been lost on its way back, and the slot be moved.
  const slots = await fetchOwnSlots(userId).catch(() => []);
  if (slots.some((slot) => slot.id === moving.id && +slot.start === +start)) return moved;
  throw problem;
}

export interface MoveWish extends BookingWish {
  readonly moving: OwnSlot;
}

/** Says what it can beforehand; the last word is the database's. */
export function useMoveSlot() {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (wish: MoveWish) => {
      const refusal = findBookingRefusal(wish);
      const slot = findWishedSlot(wish.day, wish.time, wish.plan);
      if (refusal !== undefined || !slot) throw new Refusal(refusal);
      return moveSlot(id, wish.moving, slot);
    },
    onSuccess: (moved) => showOwnSlot(client, id, moved),
    onSettled: () => refreshSlots(client, id),
  });
}
