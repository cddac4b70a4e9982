import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { findPlan, type Plan } from "../../../domain/plans.ts";
import type { TimeRange } from "../../../domain/slots.ts";
import { isLost } from "../../backend/is-lost.ts";
import { refusalText } from "../../backend/refusal-text.ts";
import { tables } from "../../backend/tables.ts";
import { useLive, useRefreshInterval } from "../../queries/live/use-live.ts";

export type View = "day" | "week" | "list";
export type Outcome = "held" | "late" | "missed" | "mentor missed";

export interface Booking extends TimeRange {
  readonly id: string;
  readonly mentorId: string | null;
  readonly mentorName: string | null;
  /** The mentor has lost the rights. */
  readonly needsMentor: boolean;
  readonly studentId: string;
  readonly studentName: string;
  readonly phone: string;
  readonly plan: Plan | undefined;
  readonly topic: string | null;
  readonly earlierCalls: number;
  readonly missedCalls: number;
  readonly videoUrl: string | null;
  readonly outcome: Outcome | null;
  readonly markedAt: Date | undefined;
  readonly hasAgreement: boolean;
}

export interface AgendaQuery {
  readonly firstDay: string;
  readonly lastDay: string;
  /** Empty for all mentors that the caller may see. */
  readonly mentor: string;
  readonly search: string;
}

/** The maximum of one response. */
export const MAX_BOOKINGS = 1000;

export const agendaKey = ["agenda"] as const;

async function listBookings({ firstDay, lastDay, mentor, search }: AgendaQuery): Promise<Booking[]> {
  const { data, error } = await tables().rpc("list_bookings", {
    first_day: firstDay,
    last_day: lastDay,
    search,
    ...(mentor && { mentor }),
  });
  if (error) throw error;
  return data.map((row) => ({
    id: row.id ?? "",
    start: new Date(row.start_time ?? ""),
    end: new Date(row.end_time ?? ""),
    mentorId: row.mentor_id,
    mentorName: row.mentor_name,
    needsMentor: row.needs_mentor === true,
    studentId: row.student_id ?? "",
    studentName: row.student_name ?? "",
    phone: row.phone ?? "",
    plan: findPlan(row.plan_level, row.plan_exam, row.plan_name),
    topic: row.topic,
    earlierCalls: row.earlier_calls ?? 0,
    missedCalls: row.missed_calls ?? 0,
    videoUrl: row.video_url,
    outcome: row.outcome as Outcome | null,
    markedAt: row.marked_at ? new Date(row.marked_at) : undefined,
    hasAgreement: row.has_agreement === true,
  }));
}

/** Never fresh, because students book at any time. */
export function useAgenda(query: AgendaQuery) {
  const client = useQueryClient();
  const agenda = useQuery({
    queryKey: [...agendaKey, query],
    queryFn: () => listBookings(query),
    staleTime: 0,
    refetchInterval: useRefreshInterval(),
    refetchOnWindowFocus: "always",
  });
  const { firstDay, lastDay } = query;
  useLive(agenda.data !== undefined, {
    updatedAt: () => agenda.dataUpdatedAt,
    refresh: (days) => {
      if (days === "all" || days.some((day) => day >= firstDay && day <= lastDay))
        void client.invalidateQueries({ queryKey: agendaKey });
    },
  });
  return agenda;
}

export interface AgendaMentor {
  readonly id: string;
  readonly name: string;
}

/** For admins. Former mentors take no calls, but had some. */
export function useMentors(isAdmin: boolean) {
  return useQuery({
    queryKey: ["agenda-mentors"],
    queryFn: async (): Promise<{ mentors: AgendaMentor[]; former: AgendaMentor[] }> => {
      const { data, error } = await tables().rpc("list_mentors");
      if (error) throw error;
      const listed = (isFormer: boolean) =>
        data
          .filter(({ revoked_at }) => (revoked_at !== null) === isFormer)
          .map(({ id, name }) => ({ id: id ?? "", name: name ?? "" }));
      return { mentors: listed(false), former: listed(true) };
    },
    enabled: isAdmin,
  });
}

/** Marks a call. Without an outcome, removes the mark. */
export function useMarkCall() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ slot, outcome }: { slot: string; outcome?: Outcome }) => {
      const { error } = await tables().rpc("mark_call", { slot, ...(outcome && { outcome }) });
      if (error) throw error;
    },
    onSettled: () => client.invalidateQueries({ queryKey: agendaKey }),
  });
}

/** The mentors who could take a booking. */
export function useFreeMentors({ id, mentorId, start, end }: Booking) {
  return useQuery({
    queryKey: ["free-mentors", id, mentorId],
    queryFn: async () => {
      const { data, error } = await tables().rpc("list_bookings_in", {
        mentor: mentorId ?? "",
        starts_at: start.toISOString(),
        ends_at: end.toISOString(),
      });
      if (error) throw error;
      return (data.find((booking) => booking.id === id)?.free_mentors ?? []) as unknown as AgendaMentor[];
    },
    staleTime: 0,
  });
}

export function useMoveBooking() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ slot, mentor }: { slot: string; mentor: string }) => {
      const { error } = await tables().rpc("move_booking", { slot, mentor });
      if (error) throw error;
    },
    onSettled: () => client.invalidateQueries({ queryKey: agendaKey }),
  });
}

export function failureText(error: Error): string {
  return refusalText(
    error,
    isLost(error) ? "The connection was lost. Please try again." : "This could not be saved.",
  );
}
