import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";

export type Entry = Database["public"]["Functions"]["list_audit_log"]["Returns"][number];

export interface EntriesWanted {
  readonly search: string;
  readonly deed: string;
  readonly page: number;
  readonly pageSize: number;
}

async function listAuditLog({ pageSize, ...wanted }: EntriesWanted): Promise<Entry[]> {
  const { data, error } = await tables().rpc("list_audit_log", { ...wanted, page_size: pageSize });
  if (error) throw error;
  return data;
}

/** Searched, filtered and paged by the database. While the next page comes, the last one stays. */
export function useAuditLog(wanted: EntriesWanted) {
  return useQuery({
    queryKey: ["audit log", wanted],
    queryFn: () => listAuditLog(wanted),
    placeholderData: keepPreviousData,
    // Whoever comes from doing something looks for it here.
    staleTime: 0,
  });
}
