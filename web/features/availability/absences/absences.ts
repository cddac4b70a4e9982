import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { tables } from "../../../backend/tables.ts";
import { useRefreshInterval } from "../../../queries/live/use-live.ts";
import { useUser } from "../../../queries/user.ts";
import type { Range } from "./blocked-range.ts";

export interface Absence extends Range {
  readonly id: string;
  readonly note: string;
}

export const absencesKey = (userId: string) => ["own-absences", userId] as const;

async function fetchAbsences(mentor: string): Promise<Absence[]> {
  const { data, error } = await tables()
    .from("mentor_absences")
    .select("id, starts_at, ends_at, note")
    .eq("mentor_id", mentor)
    .gt("ends_at", new Date().toISOString())
    .order("starts_at")
    .order("id");
  if (error) throw error;
  return data.map(({ id, starts_at, ends_at, note }) => ({
    id,
    start: new Date(starts_at),
    end: new Date(ends_at),
    note,
  }));
}

export function useAbsences() {
  const { id } = useUser();
  return useQuery({
    queryKey: absencesKey(id),
    queryFn: () => fetchAbsences(id),
    refetchInterval: useRefreshInterval(),
  });
}

function useAbsenceChange<Change, Result>(change: (mentor: string, values: Change) => Promise<Result>) {
  const { id } = useUser();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (values: Change) => change(id, values),
    onSettled: () => queryClient.invalidateQueries({ queryKey: absencesKey(id) }),
  });
}

async function deleteAbsence(_mentor: string, id: string): Promise<void> {
  const { error } = await tables().from("mentor_absences").delete().eq("id", id);
  if (error) throw error;
}

export const useDeleteAbsence = () => useAbsenceChange(deleteAbsence);

/** A booking in a time that the mentor wants to block. */
export interface BookedCall extends Range {
  readonly id: string;
  readonly student: string;
  readonly phone: string;
  readonly freeMentors: readonly { readonly id: string; readonly name: string }[];
}

async function listCalls(mentor: string, { start, end }: Range): Promise<BookedCall[]> {
  const { data, error } = await tables().rpc("list_bookings_in", {
    mentor,
    starts_at: start.toISOString(),
    ends_at: end.toISOString(),
  });
  if (error) throw error;
  return data.map((row) => ({
    id: row.id,
    start: new Date(row.start_time),
    end: new Date(row.end_time),
    student: row.student_name,
    phone: row.phone,
    freeMentors: row.free_mentors as { id: string; name: string }[],
  }));
}

/** The mentor who takes each booking; null cancels it. */
export type Resolutions = ReadonlyMap<string, string | null>;

interface BlockRequest extends Range {
  readonly note: string;
  readonly resolutions: Resolutions;
}

/**
 * Blocks the time and returns no calls. If a booking has no resolution, or its mentor is not free anymore, it changes
 * nothing and returns the bookings of the time.
 */
async function blockTime(mentor: string, request: BlockRequest): Promise<readonly BookedCall[]> {
  const { start, end, note, resolutions } = request;
  const calls = await listCalls(mentor, request);
  const isResolved = ({ id, freeMentors }: BookedCall) => {
    const successor = resolutions.get(id);
    return successor === null || freeMentors.some((free) => free.id === successor);
  };
  if (!calls.every(isResolved)) return calls;
  const { error } = await tables().rpc("block_time", {
    mentor,
    starts_at: start.toISOString(),
    ends_at: end.toISOString(),
    note,
    resolutions: calls.map(({ id }) => ({ slot: id, mentor: resolutions.get(id) ?? null })),
  });
  if (error) throw error;
  return [];
}

export const useBlockTime = () => useAbsenceChange(blockTime);
