import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import type { Option } from "../../../../domain/options.ts";
import { tables } from "../../../backend/tables.ts";
import type { StoredList } from "../list/stored-list.ts";

/** Opens a student's list, which the server records. It is loaded again only when something was written. */
export function useOpenedList(studentId: string, exam: ExamCode) {
  return useQuery({
    queryKey: ["option-list", studentId, exam],
    queryFn: async () => {
      const { data, error } = await tables().rpc("open_option_list", { student: studentId, which: exam });
      if (error) throw error;
      return data as unknown as StoredList | null;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

export interface Proposal {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  readonly entries: readonly Option[];
}

/** The id is the browser's, so that a proposal that is sent again is made once. */
export function usePropose(studentId: string, exam: ExamCode) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ id, name, words, entries }: Proposal) => {
      const { error } = await tables().rpc("propose_options", {
        student: studentId,
        which: exam,
        version: id,
        name,
        words,
        entries: entries.map(({ id: entry, college, course }) => ({ id: entry, college, course })),
      });
      if (error) throw error;
    },
    onSettled: () => client.invalidateQueries({ queryKey: ["option-list", studentId, exam] }),
  });
}
