import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";

export type SecurityEvent = Database["public"]["Functions"]["list_security_events"]["Returns"][number];

export interface SecurityEventsQuery {
  readonly search: string;
  readonly kind: string;
  /** A day in India such as "2026-11-21", or an empty text for all. */
  readonly day: string;
  readonly page: number;
  readonly pageSize: number;
}

async function listSecurityEvents({
  kind,
  day,
  pageSize,
  ...query
}: SecurityEventsQuery): Promise<SecurityEvent[]> {
  const { data, error } = await tables().rpc("list_security_events", {
    ...query,
    kind_filter: kind,
    page_size: pageSize,
    ...(day && { day }),
  });
  if (error) throw error;
  return data;
}

/** Searched, filtered and paged by the database. The previous page stays while the next one loads. */
export function useSecurityEvents(query: SecurityEventsQuery) {
  return useQuery({
    queryKey: ["security events", query],
    queryFn: () => listSecurityEvents(query),
    placeholderData: keepPreviousData,
    // An admin who looks into an attack expects the latest events.
    staleTime: 0,
  });
}
