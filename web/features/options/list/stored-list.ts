import { type QueryClient, useQuery } from "@tanstack/react-query";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import type { Option } from "../../../../domain/options.ts";
import { tables } from "../../../backend/tables.ts";
import { useUser } from "../../../queries/user.ts";

export interface Comment {
  readonly id: string;
  /** The id of the option. */
  readonly entry: string;
  readonly by: string;
  /** Whether the caller has written it. */
  readonly isOwn: boolean;
  readonly words: string;
  readonly writtenAt: string;
}

export interface Version {
  readonly id: string;
  readonly name: string;
  readonly state: "saved" | "automatic" | "proposed" | "taken" | "left";
  readonly madeAt: string;
  /** Only for a proposal: who made it, and what they say. */
  readonly by: string | null;
  readonly words: string | null;
  readonly count: number;
}

export interface Allotment {
  readonly year: number;
  readonly round: string;
  /** Null if nothing was allotted. */
  readonly college: string | null;
  readonly course: string | null;
  readonly category: string | null;
  /** The list as it was when the student put the allotment in. */
  readonly entries: readonly Option[];
}

/** The candidate for whom the figures beside the options are computed. */
export interface ListProfile {
  readonly rank: number | null;
  readonly category: string;
  readonly isRural: boolean;
  readonly isKannadaMedium: boolean;
  readonly is371j: boolean;
  /** Rupees per year. */
  readonly feeLimit: number | null;
}

/** A list as private.option_list_of in database/rules/option-lists.sql returns it. */
export interface StoredList extends ListProfile {
  readonly exam: ExamCode;
  readonly revision: number;
  /** The most options that it may have. */
  readonly limit: number;
  readonly entries: readonly Option[];
  readonly comments: readonly Comment[];
  readonly versions: readonly Version[];
  readonly allotments: readonly Allotment[];
}

export const storedListKey = (userId: string, exam: ExamCode) => ["option-list", userId, exam] as const;

async function fetchStoredList(exam: ExamCode): Promise<StoredList> {
  const { data, error } = await tables().rpc("own_option_list", { which: exam });
  if (error) throw error;
  return data as unknown as StoredList;
}

export function useStoredList(exam: ExamCode) {
  const { id } = useUser();
  return useQuery({
    queryKey: storedListKey(id, exam),
    queryFn: () => fetchStoredList(exam),
    // Another tab or device may have changed it.
    refetchOnWindowFocus: "always",
    staleTime: 0,
  });
}

export function refreshStoredList(client: QueryClient, userId: string, exam: ExamCode): Promise<void> {
  return client.invalidateQueries({ queryKey: storedListKey(userId, exam) });
}
