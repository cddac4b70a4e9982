import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Database } from "../backend/database.ts";
import { tables } from "../backend/tables.ts";

export type ListedStudent = Database["public"]["Functions"]["list_students"]["Returns"][number];

export interface StudentsQuery {
  readonly search: string;
  readonly status: string;
  readonly page: number;
  readonly pageSize: number;
  readonly sort: string;
}

export const studentsKey = ["students"] as const;
/** Of everything on the page of a student. */
export const studentKey = ["student"] as const;

async function listStudents({ pageSize, ...query }: StudentsQuery): Promise<ListedStudent[]> {
  const { data, error } = await tables().rpc("list_students", { ...query, page_size: pageSize });
  if (error) throw error;
  return data;
}

/** Searched, sorted and paged by the database. The previous page stays while the next one loads. */
export function useStudents(query: StudentsQuery, enabled = true) {
  return useQuery({
    enabled,
    queryKey: [...studentsKey, query],
    queryFn: () => listStudents(query),
    placeholderData: keepPreviousData,
  });
}
