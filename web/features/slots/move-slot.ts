import { useMutation, useQueryClient } from "@tanstack/react-query";
import {
  type BookingRequest,
  findBookingRefusal,
  requestedSlot,
  SLOT_PASSED,
} from "../../../domain/booking.ts";
import type { OwnSlot, TimeRange } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import { Refusal, toBookingError } from "./booking-error.ts";
import { fetchOwnSlots, showOwnSlot } from "./own-slots.ts";
import { refreshSlots } from "./refresh-slots.ts";
import { type Attempt, attemptKey } from "./use-slot-choice.ts";

async function moveSlot(
  userId: string,
  moving: OwnSlot,
  { start, end }: TimeRange,
  attempt: string,
): Promise<OwnSlot> {
  const moved = { ...moving, start, end };
  const { data, error } = await tables()
    .from("slots")
    .update({ start_time: start.toISOString(), end_time: end.toISOString() })
    .eq("id", moving.id)
    .select("id")
    .setHeader("Idempotency-Key", attemptKey(attempt, { start, end }));
  if (data && data.length > 0) return moved;
  // The database does not move a slot that has started; a slot deleted in another tab no longer exists.
  if (data) throw new Refusal(moving.start <= new Date() ? SLOT_PASSED : "This slot was deleted.");
  const bookingError = toBookingError(error);
  if (bookingError instanceof Refusal) throw bookingError;
  // The response may have been lost after the slot was moved.
  const slots = await fetchOwnSlots(userId).catch(() => []);
  if (slots.some((slot) => slot.id === moving.id && +slot.start === +start)) return moved;
  throw bookingError;
}

export interface MoveRequest extends BookingRequest, Attempt {
  readonly moving: OwnSlot;
}

/** Checks the rules before the request, for a quick refusal. The database checks them again. */
export function useMoveSlot() {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: MoveRequest) => {
      const refusal = request.isRepeated ? undefined : findBookingRefusal(request);
      const slot = requestedSlot(request.day, request.time, request.plan);
      if (refusal !== undefined || !slot) throw new Refusal(refusal);
      return moveSlot(id, request.moving, slot, request.attempt);
    },
    onSuccess: (moved) => showOwnSlot(client, id, moved),
    onSettled: () => refreshSlots(client, id),
  });
}
