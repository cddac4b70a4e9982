import { useQuery } from "@tanstack/react-query";
import { readStudentFilter, type StudentFilter } from "../../domain/student-filter.ts";
import { tables } from "../backend/tables.ts";

export interface SavedFilter {
  readonly id: string;
  readonly name: string;
  readonly filter: StudentFilter;
  readonly columns: readonly string[];
  readonly sort: string;
}

export const savedFiltersKey = ["student-filters"] as const;

async function listSavedFilters(): Promise<SavedFilter[]> {
  const { data, error } = await tables()
    .from("student_filters")
    .select("id,name,filter,columns,sort")
    .order("name");
  if (error) throw error;
  return data.map((saved) => ({ ...saved, filter: readStudentFilter(saved.filter) }));
}

export function useSavedFilters() {
  return useQuery({ queryKey: savedFiltersKey, queryFn: listSavedFilters });
}
