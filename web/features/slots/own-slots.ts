import { type QueryClient, useQuery } from "@tanstack/react-query";
import { isUpcoming, type OwnSlot } from "../../../domain/slots.ts";
import type { EarlyRequest } from "../../backend/early-answers.ts";
import { tables } from "../../backend/tables.ts";
import { useUser } from "../../queries/user.ts";

export const ownSlotsKey = (userId: string) => ["own-slots", userId] as const;

/** The maximum of one response. It includes all upcoming slots, of which there are fewer. */
const MAX_SHOWN = 1_000;
export const OWN_SLOT_COLUMNS = "id, start_time, end_time, topic, mentor_id, wanted_language";

export const ownSlotsRequest: EarlyRequest = {
  path: `/rest/v1/slots?${new URLSearchParams({
    select: OWN_SLOT_COLUMNS.replaceAll(" ", ""),
    user_id: "eq._user_",
    order: "start_time.desc",
    limit: String(MAX_SHOWN),
  })}`,
};

/** Returns the student's slots, newest first. */
export async function fetchOwnSlots(userId: string): Promise<OwnSlot[]> {
  const { data, error } = await tables()
    .from("slots")
    .select(OWN_SLOT_COLUMNS)
    .eq("user_id", userId)
    .order("start_time", { ascending: false })
    .limit(MAX_SHOWN);
  if (error) throw error;
  return data.map(toOwnSlot);
}

export function toOwnSlot(row: {
  id: string;
  start_time: string;
  end_time: string;
  topic: string | null;
  mentor_id: string | null;
  wanted_language: string | null;
}): OwnSlot {
  const { id, start_time, end_time, topic, mentor_id, wanted_language } = row;
  return {
    id,
    start: new Date(start_time),
    end: new Date(end_time),
    topic: topic ?? undefined,
    mentorId: mentor_id ?? undefined,
    wantedLanguage: wanted_language ?? undefined,
  };
}

export function useOwnSlots() {
  const { id } = useUser();
  return useQuery({
    queryKey: ownSlotsKey(id),
    queryFn: () => fetchOwnSlots(id),
    refetchOnWindowFocus: "always",
  });
}

/** The part that is kept on the device, named field by field: a topic is more private than times. */
export function upcomingTimes(slots: OwnSlot[]): OwnSlot[] {
  const upcoming = slots.filter((slot) => isUpcoming(slot, new Date()));
  return upcoming.map(({ id, start, end, mentorId }) => ({ id, start, end, mentorId }));
}

/** Shows a booked or moved slot at once, before the next list from the server arrives. */
export function showOwnSlot(client: QueryClient, userId: string, changed: OwnSlot): void {
  client.setQueryData<OwnSlot[]>(
    ownSlotsKey(userId),
    (slots) =>
      slots && [...slots.filter(({ id }) => id !== changed.id), changed].sort((a, b) => +b.start - +a.start),
  );
}
