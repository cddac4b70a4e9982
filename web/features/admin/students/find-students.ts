import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ListedPerson } from "../../../../domain/student-columns.ts";
import type { Database } from "../../../backend/database.ts";
import { tables } from "../../../backend/tables.ts";
import { studentKey, studentsKey } from "../../../queries/list-students.ts";
import { savedFiltersKey } from "../../../queries/saved-filters.ts";
import type { ListState } from "./list-state.ts";

export interface FoundPerson extends ListedPerson {
  readonly total: number;
  readonly total_is_exact: boolean;
}

async function findStudents({
  filter,
  sort,
  page,
  pageSize,
}: Omit<ListState, "columns">): Promise<FoundPerson[]> {
  const { data, error } = await tables().rpc("find_students", {
    filter: filter as never,
    sort,
    page,
    page_size: pageSize,
  });
  if (error) throw error;
  return data as unknown as FoundPerson[];
}

/** The previous page stays while the next one loads. */
export function useFoundStudents({ filter, sort, page, pageSize }: ListState) {
  const query = { filter, sort, page, pageSize };
  return useQuery({
    queryKey: [...studentsKey, "found", query],
    queryFn: () => findStudents(query),
    placeholderData: keepPreviousData,
  });
}

export interface Mark {
  readonly id: string;
  readonly name: string;
}

const marksKey = ["student-marks"] as const;

async function listMarks(): Promise<Mark[]> {
  const { data, error } = await tables().from("student_marks").select("id,name").order("name");
  if (error) throw error;
  return data;
}

export function useMarks() {
  return useQuery({ queryKey: marksKey, queryFn: listMarks });
}

/** The queries that each function of database/rules/student-marks.sql changes the answers of. */
const CHANGED = {
  make_student_mark: [marksKey],
  remove_student_mark: [marksKey, studentsKey, studentKey],
  mark_students: [studentsKey, studentKey],
  save_student_filter: [savedFiltersKey],
  remove_student_filter: [savedFiltersKey],
} as const;

/** Calls a function, and loads again what it has changed. */
export function useListAction<Name extends keyof typeof CHANGED>(name: Name) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (args: Database["public"]["Functions"][Name]["Args"]): Promise<unknown> => {
      const { data, error } = await tables().rpc(name, args as never);
      if (error) throw error;
      return data;
    },
    onSettled: () => Promise.all(CHANGED[name].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
