import { useQuery } from "@tanstack/react-query";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import type { Option } from "../../../../domain/options.ts";
import { tables } from "../../../backend/tables.ts";
import { useUser } from "../../../queries/user.ts";
import { useListChange } from "../list/list-change.ts";

/** The id is the browser's, so that a repeated call saves once. */
export function useSaveVersion(exam: ExamCode) {
  return useListChange(exam, ({ id, name }: { id: string; name: string }) =>
    tables().rpc("save_option_version", { exam, version: id, name }),
  );
}

export function useRestoreVersion(exam: ExamCode) {
  return useListChange(exam, (version: string) => tables().rpc("restore_option_version", { exam, version }));
}

export function useDeleteVersion(exam: ExamCode) {
  return useListChange(exam, (version: string) => tables().rpc("delete_option_version", { exam, version }));
}

export function useLeaveProposal(exam: ExamCode) {
  return useListChange(exam, (version: string) => tables().rpc("leave_option_proposal", { exam, version }));
}

async function fetchEntries(student: string, exam: ExamCode, version: string): Promise<readonly Option[]> {
  const { data, error } = await tables().rpc("option_version_entries", { version, student, which: exam });
  if (error) throw error;
  return (data ?? []) as unknown as Option[];
}

/** The options of a version, which never change. */
export function useVersionEntries(exam: ExamCode, version: string | undefined) {
  const { id } = useUser();
  return useQuery({
    queryKey: ["option-version", id, exam, version],
    queryFn: () => fetchEntries(id, exam, version ?? ""),
    enabled: version !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
