import { useQuery } from "@tanstack/react-query";
import { findBoundsOfDay } from "../../../domain/kolkata-time.ts";
import type { TimeRange } from "../../../domain/slots.ts";
import { tables } from "../../backend/tables.ts";
import { useRefreshMs } from "./use-refresh-ms.ts";
import { ANYONE, parseWanted } from "./wanted/wanted.ts";

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

/** Returns the times of a day at which the student is busy, or no mentor whom they asked for is free. */
async function fetchBusyTimes(day: string, wanted: string): Promise<TimeRange[]> {
  const { data, error } = await tables().rpc("busy_times", { day, ...parseWanted(wanted) });
  if (error) throw error;
  return data.map((row) => ({ start: new Date(row.start_time ?? ""), end: new Date(row.end_time ?? "") }));
}

/** Days that cannot be booked and incomplete dates are not requested. */
export function useBusySlots(day: string, today: string, lastDay: string, wanted: string) {
  const refreshMs = useRefreshMs();
  return useQuery({
    queryKey: wanted === ANYONE ? [...busySlotsKey, day] : [...busySlotsKey, day, wanted],
    queryFn: () => (wanted === ANYONE ? fetchBusySlots(day) : fetchBusyTimes(day, wanted)),
    enabled: day >= today && day <= lastDay && findBoundsOfDay(day) !== undefined,
    staleTime: 0,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: "always",
  });
}
