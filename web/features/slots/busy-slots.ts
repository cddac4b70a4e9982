import { useQuery } from "@tanstack/react-query";
import { findBoundsOfDay } from "../../../domain/kolkata-time.ts";
import type { TimeRange } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";

/** The day on the screen is refreshed at this interval, because other students book too. */
const REFRESH_MS = 30_000;

export const busySlotsKey = ["busy-slots"] as const;

/** Returns the booked times of a day. The server does not reveal who booked them. */
async function fetchBusySlots(day: string): Promise<TimeRange[]> {
  const bounds = findBoundsOfDay(day);
  if (!bounds) return [];
  const { data, error } = await tables()
    .from("busy_slots")
    .select("start_time, end_time")
    .gte("start_time", bounds.start.toISOString())
    .lt("start_time", bounds.end.toISOString());
  if (error) throw error;
  return data.map((row) => ({ start: new Date(row.start_time), end: new Date(row.end_time) }));
}

/** Days that cannot be booked and incomplete dates are not requested. */
export function useBusySlots(day: string, today: string, lastDay: string) {
  return useQuery({
    queryKey: [...busySlotsKey, day],
    queryFn: () => fetchBusySlots(day),
    enabled: day >= today && day <= lastDay && findBoundsOfDay(day) !== undefined,
    staleTime: 0,
    refetchInterval: REFRESH_MS,
    refetchOnWindowFocus: "always",
  });
}
