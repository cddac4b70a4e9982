import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ExamCode } from "../../../../domain/option-exams.ts";
import { tables } from "../../../backend/tables.ts";

export interface FoundSeat {
  readonly college: string;
  readonly course: string;
}

export const MAX_FOUND = 20;

async function searchSeats(exam: ExamCode, words: string): Promise<FoundSeat[]> {
  const { data, error } = await tables().rpc("search_option_seats", { which: exam, words });
  if (error) throw error;
  return data as unknown as FoundSeat[];
}

/** Seats whose college, course, place or codes have all the words. */
export function useSeatSearch(exam: ExamCode, words: string) {
  return useQuery({
    queryKey: ["option-seats", exam, words],
    queryFn: () => searchSeats(exam, words),
    enabled: words.trim().length > 1,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  });
}
