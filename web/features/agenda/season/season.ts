import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { dayAfter, findInstant, formatDay } from "../../../../domain/kolkata-time.ts";
import { findPlan, type Plan } from "../../../../domain/plans.ts";
import { tables } from "../../../backend/tables.ts";

/** Numbers of calls, and minutes. Open calls are to come or not marked yet. */
export interface Week {
  readonly held: number;
  readonly missed: number;
  readonly unmarked: number;
  readonly coming: number;
  readonly heldMinutes: number;
  readonly missedMinutes: number;
  readonly openMinutes: number;
  readonly freeMinutes: number;
}

/** The weeks of one mentor. Without an id, those of the calendar from the time without mentors. */
export interface MentorWeeks {
  readonly id: string | null;
  readonly name: string;
  readonly weeks: readonly Week[];
}

export interface Season {
  readonly firstDay: string;
  readonly mentors: readonly MentorWeeks[];
}

export interface SeasonQuery {
  /** A Monday. */
  readonly firstDay: string;
  readonly weekCount: number;
}

async function fetchSeason({ firstDay, weekCount }: SeasonQuery): Promise<Season> {
  const { data, error } = await tables().rpc("season_report", { first_day: firstDay, week_count: weekCount });
  if (error) throw error;
  const mentors = data
    .map(({ mentor_id, mentor_name, is_former, weeks }) => ({
      id: mentor_id,
      name: mentor_name ?? "No mentor",
      isFormer: is_former,
      weeks: weeks as unknown as Week[],
    }))
    .filter(({ isFormer, weeks }) => !isFormer || minutesOf(sumOf(weeks)) > 0);
  return { firstDay, mentors };
}

/** The weeks before stay while others load. */
export function useSeason(query: SeasonQuery) {
  return useQuery({
    queryKey: ["season", query],
    queryFn: () => fetchSeason(query),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

export function sumOf(weeks: readonly Week[]): Week {
  const sum = (name: keyof Week) => weeks.reduce((total, week) => total + week[name], 0);
  return {
    held: sum("held"),
    missed: sum("missed"),
    unmarked: sum("unmarked"),
    coming: sum("coming"),
    heldMinutes: sum("heldMinutes"),
    missedMinutes: sum("missedMinutes"),
    openMinutes: sum("openMinutes"),
    freeMinutes: sum("freeMinutes"),
  };
}

/** Adds up the weeks of several mentors, week by week. */
export function sumOfMentors(mentors: readonly MentorWeeks[]): Week[] {
  const [first] = mentors;
  return (first?.weeks ?? []).map((_, index) =>
    sumOf(mentors.flatMap(({ weeks }) => weeks.slice(index, index + 1))),
  );
}

export function minutesOf({ heldMinutes, missedMinutes, openMinutes, freeMinutes }: Week): number {
  return heldMinutes + missedMinutes + openMinutes + freeMinutes;
}

/** "12.5" */
export function formatHours(minutes: number): string {
  return (minutes / 60).toLocaleString("en-IN", { maximumFractionDigits: 2 });
}

export function mondayOf(day: string): string {
  const noon = findInstant(day, "12:00");
  return noon ? dayAfter(day, -((noon.getUTCDay() + 6) % 7)) : day;
}

/** "Mon 23 Nov 2026" */
export function dayName(monday: string): string {
  const noon = findInstant(monday, "12:00");
  return noon ? `${formatDay(noon)} ${monday.slice(0, 4)}` : monday;
}

export interface StudentWithoutSlots {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
  readonly plan: Plan | undefined;
  readonly expiresAt: Date;
  readonly total: number;
}

async function fetchStudents(page: number, pageSize: number): Promise<StudentWithoutSlots[]> {
  const { data, error } = await tables().rpc("list_students_without_slots", { page, page_size: pageSize });
  if (error) throw error;
  return data.map((row) => ({
    id: row.id ?? "",
    name: row.student_name ?? "",
    phone: row.phone ?? "",
    plan: findPlan(row.plan_level, row.plan_exam, row.plan_name),
    expiresAt: new Date(row.expires_at ?? ""),
    total: row.total ?? 0,
  }));
}

/** The students with an active plan who never booked. */
export function useStudentsWithoutSlots({ page, pageSize }: { page: number; pageSize: number }) {
  return useQuery({
    queryKey: ["students-without-slots", page, pageSize],
    queryFn: () => fetchStudents(page, pageSize),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
