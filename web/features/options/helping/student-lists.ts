import { useQuery } from "@tanstack/react-query";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import { tables } from "../../../backend/tables.ts";

interface StudentLists {
  readonly student: string | null;
  readonly lists: readonly { readonly exam: ExamCode; readonly options: number }[];
}

/** The lists that a student has. Asking for them is not recorded. */
export function useStudentLists(studentId: string) {
  return useQuery({
    queryKey: ["option-lists-of", studentId],
    queryFn: async () => {
      const { data, error } = await tables().rpc("option_lists_of", { student: studentId });
      if (error) throw error;
      return data as unknown as StudentLists;
    },
    staleTime: 0,
  });
}
