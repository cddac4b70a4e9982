import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";

export type AuditLogEntry = Database["public"]["Functions"]["list_audit_log"]["Returns"][number];

export interface AuditLogQuery {
  readonly search: string;
  readonly action: string;
  readonly page: number;
  readonly pageSize: number;
}

async function listAuditLog({ action, pageSize, ...query }: AuditLogQuery): Promise<AuditLogEntry[]> {
  const { data, error } = await tables().rpc("list_audit_log", {
    ...query,
    action_filter: action,
    page_size: pageSize,
  });
  if (error) throw error;
  return data;
}

/** Searched, filtered and paged by the database. The previous page stays while the next one loads. */
export function useAuditLog(query: AuditLogQuery) {
  return useQuery({
    queryKey: ["audit log", query],
    queryFn: () => listAuditLog(query),
    placeholderData: keepPreviousData,
    // An admin who has just done something expects to find it here.
    staleTime: 0,
  });
}
