import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { TimeRange } from "../../../../domain/slots.ts";
import type { EarlyRequest } from "../../../backend/early-answers.ts";
import { tables } from "../../../backend/tables.ts";
import { useUser } from "../../../queries/user.ts";
import { toBookingError } from "../booking-error.ts";
import { busySlotsKey } from "../busy-slots.ts";
import { useRefreshMs } from "../use-refresh-ms.ts";
import { waitingDaysKey } from "./waiting-days-key.ts";

export interface OfferedTime extends TimeRange {
  readonly id: string;
  readonly day: string;
  /** By the clock of this device, which may be wrong: the server says how much time is left. */
  readonly endsAt: Date;
}

/** A day for which the student waits. */
export interface WaitingDay {
  readonly day: string;
  readonly offer: OfferedTime | undefined;
}

export const waitingDaysRequest: EarlyRequest = { path: "/rest/v1/rpc/own_waiting_days", body: {} };

async function fetchWaitingDays(): Promise<WaitingDay[]> {
  const { data, error } = await tables().rpc("own_waiting_days");
  if (error) throw error;
  return data.map(({ day, offer, start_time, end_time, seconds_left }) => ({
    day: day ?? "",
    offer:
      day && offer && start_time && end_time
        ? {
            id: offer,
            day,
            start: new Date(start_time),
            end: new Date(end_time),
            endsAt: new Date(Date.now() + (seconds_left ?? 0) * 1_000),
          }
        : undefined,
  }));
}

export function useWaitingDays() {
  const { id } = useUser();
  const refreshMs = useRefreshMs();
  return useQuery({
    queryKey: waitingDaysKey(id),
    queryFn: fetchWaitingDays,
    refetchInterval: ({ state }) => (state.data?.length ? refreshMs : false),
    refetchOnWindowFocus: "always",
  });
}

type Change =
  | { readonly name: "join_waiting_list" | "leave_waiting_list"; readonly day: string }
  | { readonly name: "decline_offer"; readonly offer: string };

/** Joins or leaves a list, or declines an offer. Each may be sent again: it takes effect once. */
export function useChangeWaiting() {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (change: Change) => {
      const { error } =
        change.name === "decline_offer"
          ? await tables().rpc(change.name, { offer: change.offer })
          : await tables().rpc(change.name, { day: change.day });
      if (error) throw toBookingError(error);
    },
    // The button is busy until the screen shows the answer.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: busySlotsKey });
      return client.invalidateQueries({ queryKey: waitingDaysKey(id) });
    },
  });
}
