import type { ExamCode } from "../../../../domain/option-exams.ts";
import { tables } from "../../../backend/tables.ts";
import { useListChange } from "../list/list-change.ts";

export interface Result {
  readonly year: number;
  readonly round: string;
  /** Undefined if nothing was allotted. */
  readonly seat: { readonly college: string; readonly course: string } | undefined;
}

export function usePutAllotment(exam: ExamCode) {
  return useListChange(exam, ({ year, round, seat }: Result) =>
    tables().rpc("put_option_allotment", { exam, year, round, ...seat }),
  );
}

export function useDeleteAllotment(exam: ExamCode) {
  return useListChange(exam, ({ year, round }: Pick<Result, "year" | "round">) =>
    tables().rpc("delete_option_allotment", { exam, year, round }),
  );
}
