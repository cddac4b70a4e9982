import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";
import { useRefreshInterval } from "../../../queries/live/use-live.ts";
import { useUser } from "../../../queries/user.ts";

/** Hours of one weekday in local time, as "10:00". */
export interface Hours {
  readonly start: string;
  readonly end: string;
}

/** The hours of Monday to Sunday. */
export type Week = readonly (readonly Hours[])[];

export const weekKey = (userId: string) => ["weekly-hours", userId] as const;

async function fetchWeek(mentor: string): Promise<Week> {
  const { data, error } = await tables()
    .from("mentor_hours")
    .select("weekday, starts_at, ends_at")
    .eq("mentor_id", mentor)
    .order("starts_at");
  if (error) throw error;
  return [1, 2, 3, 4, 5, 6, 7].map((weekday) =>
    data
      .filter((row) => row.weekday === weekday)
      .map(({ starts_at, ends_at }) => ({ start: starts_at.slice(0, 5), end: ends_at.slice(0, 5) })),
  );
}

export function useWeek() {
  const { id } = useUser();
  return useQuery({
    queryKey: weekKey(id),
    queryFn: () => fetchWeek(id),
    refetchInterval: useRefreshInterval(),
  });
}

/** Returns the hours as they are stored: the database joins those that touch. */
async function saveWeek(mentor: string, week: Week): Promise<Week> {
  const hours = week.flatMap((day, index) =>
    day.map(({ start, end }) => ({ weekday: index + 1, starts_at: start, ends_at: end })),
  );
  const { error } = await tables().rpc("set_mentor_hours", { mentor, hours });
  if (error) throw error;
  return fetchWeek(mentor);
}

export function useSaveWeek() {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (week: Week) => saveWeek(id, week),
    onSuccess: (stored) => queryClient.setQueryData(weekKey(id), stored),
  });
}
