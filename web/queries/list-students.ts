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

async function listStudents(wanted: StudentsQuery): Promise<ListedStudent[]> {
  const { pageSize, ...args } = wanted;
  const { data, error } = await tables().rpc("list_students", { ...args, page_size: pageSize });
  if (error) throw error;
  return data;
}

/** Searched, sorted and paged by the database. While the next page comes, the last one stays. */
export function useStudents(wanted: StudentsQuery) {
  return useQuery({
    queryKey: [...studentsKey, wanted],
    queryFn: () => listStudents(wanted),
    placeholderData: keepPreviousData,
  });
}
