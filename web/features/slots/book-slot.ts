import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type BookingRequest, findBookingRefusal, requestedSlot } from "../../../domain/booking.ts";
import { maskSecrets } from "../../../domain/slot-topics.ts";
import type { OwnSlot, TimeRange } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import { Refusal, toBookingError } from "./booking-error.ts";
import { fetchOwnSlots, OWN_SLOT_COLUMNS, showOwnSlot, toOwnSlot } from "./own-slots.ts";
import { refreshSlots } from "./refresh-slots.ts";
import { type Attempt, attemptKey } from "./use-slot-choice.ts";
import { parseWanted } from "./wanted/wanted.ts";

interface Details {
  readonly topic: string;
  readonly wanted: string;
}

async function bookSlot(
  userId: string,
  { start, end }: TimeRange,
  { topic, wanted }: Details,
  attempt: string,
): Promise<OwnSlot> {
  const { mentor, language } = parseWanted(wanted);
  const { data, error } = await tables()
    .from("slots")
    .insert({
      user_id: userId,
      start_time: start.toISOString(),
      end_time: end.toISOString(),
      // Secrets do not leave the browser.
      topic: maskSecrets(topic),
      ...(mentor && { wanted_mentor: mentor }),
      ...(language && { wanted_language: language }),
    })
    .select(OWN_SLOT_COLUMNS)
    .single()
    .setHeader("Idempotency-Key", attemptKey(attempt, { start, end }));
  if (data) return toOwnSlot(data);
  const bookingError = toBookingError(error);
  if (bookingError instanceof Refusal) throw bookingError;
  // The response may have been lost after the slot was booked.
  const booked = (await fetchOwnSlots(userId).catch(() => [])).find((slot) => +slot.start === +start);
  if (booked) return booked;
  throw bookingError;
}

/** Checks the rules before the request, for a quick refusal. The database checks them again. */
export function useBookSlot() {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: BookingRequest & Attempt & Details) => {
      const refusal = request.isRepeated ? undefined : findBookingRefusal(request);
      const slot = requestedSlot(request.day, request.time, request.plan);
      if (refusal !== undefined || !slot) throw new Refusal(refusal);
      return bookSlot(id, slot, request, request.attempt);
    },
    onSuccess: (booked) => showOwnSlot(client, id, booked),
    onSettled: () => refreshSlots(client, id),
  });
}
