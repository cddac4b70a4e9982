import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { OwnSlot } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";
import { toBookingError } from "./booking-error.ts";

const keyOf = (userId: string) => ["missed-calls", userId] as const;

async function fetchMissedCalls() {
  const { data, error } = await tables().rpc("own_missed_calls");
  if (error) throw error;
  return new Map(data.map(({ slot_id, outcome }) => [slot_id, outcome]));
}

/** Returns the calls that did not take place, as their mentor, an admin or the student marked them. */
export function useMissedCalls(isNeeded: boolean) {
  const { id } = useUser();
  return useQuery({ queryKey: keyOf(id), queryFn: fetchMissedCalls, enabled: isNeeded });
}

export function useReportMissingMentor() {
  const { id } = useUser();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (slot: OwnSlot) => {
      const { error } = await tables().rpc("report_missing_mentor", { slot: slot.id });
      if (error) throw toBookingError(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
