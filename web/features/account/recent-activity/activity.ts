import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { SecurityEventDetails } from "../../../../domain/security-events.ts";
import { tables } from "../../../backend/tables.ts";
import { useUser } from "../../../queries/user.ts";

const PAGE_SIZE = 10;

export interface Activity {
  readonly id: number;
  readonly at: Date;
  readonly kind: string;
  readonly address: string | null;
  readonly device: string | null;
  readonly details: SecurityEventDetails;
}

export interface ActivityPage {
  readonly activities: readonly Activity[];
  readonly hasOlder: boolean;
}

/** Selects one row more than a page shows, which tells whether there is another page. */
async function fetchActivities(userId: string, page: number): Promise<ActivityPage> {
  const first = (page - 1) * PAGE_SIZE;
  const { data, error } = await tables()
    .from("security_events")
    .select("id, at, kind, address, device, details")
    .eq("user_id", userId)
    .order("id", { ascending: false })
    .range(first, first + PAGE_SIZE);
  if (error) throw error;
  const activities = data.slice(0, PAGE_SIZE).map((row) => ({
    ...row,
    at: new Date(row.at),
    details: row.details as SecurityEventDetails,
  }));
  return { activities, hasOlder: data.length > PAGE_SIZE };
}

/** The previous page stays while the next one loads. */
export function useActivities(page: number) {
  const { id } = useUser();
  return useQuery({
    queryKey: ["recent-activity", id, page],
    queryFn: () => fetchActivities(id, page),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
