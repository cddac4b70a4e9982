import { useQuery } from "@tanstack/react-query";
import type { MissedCalls } from "../../domain/missed-calls.ts";
import { tables } from "../backend/tables.ts";
import { useUser } from "./user.ts";

/** The choices of a student who books. */
export interface BookingTerms {
  /** There are at least two mentors to choose from. */
  readonly hasChoice: boolean;
  readonly missed: MissedCalls;
}

/** The answer of booking_terms in database/rules/missed-calls.sql. */
export interface BookingTermsRow {
  readonly has_choice: boolean | null;
  readonly missed_calls: number | null;
  readonly last_missed: string | null;
  readonly is_limited: boolean | null;
  readonly limited_until: string | null;
  readonly days_ahead: number | null;
}

export const bookingTermsKey = (userId: string) => ["booking-terms", userId] as const;

export async function fetchBookingTerms(): Promise<BookingTerms> {
  const { data, error } = await tables().rpc("booking_terms").single();
  if (error) throw error;
  return toBookingTerms(data);
}

export function toBookingTerms(row: BookingTermsRow): BookingTerms {
  return {
    hasChoice: row.has_choice === true,
    missed: {
      count: row.missed_calls ?? 0,
      lastDay: row.last_missed ?? undefined,
      isLimited: row.is_limited === true,
      limitedUntil: row.limited_until ?? undefined,
      daysAhead: row.days_ahead ?? 1,
    },
  };
}

/** Without them, the page offers all times, and the database refuses those that are not free for this student. */
export function useBookingTerms(): BookingTerms | undefined {
  const { id } = useUser();
  return useQuery({ queryKey: bookingTermsKey(id), queryFn: fetchBookingTerms }).data;
}
