import { median } from "../report.ts";
import type { SimulatedWeek } from "./simulate.ts";
import { type AllotmentWeek, type CallRequest, DAYS } from "./week.ts";

/** Shares are from 0 to 1, times in hours. Students who cancel their call themselves count in no share of those in time. */
export interface Measures {
  readonly urgentInTime: number;
  readonly othersInTime: number;
  readonly longestWait: number;
  readonly medianWaitOfUrgent: number;
  /** The shares of the students with a short call and with a long one. */
  readonly shortInTime: number;
  readonly longInTime: number;
  readonly sameMentor: number;
  readonly fit: number;
  /** The difference between the mentors with the most and the least work, on the average day. */
  readonly hoursApart: number;
}

export function measure(week: AllotmentWeek, { calls, calendar, steps }: SimulatedWeek): Measures {
  const { requests, mentors } = week;
  const changedTheirMind = new Set(steps.map(({ call }) => call.request.student));
  for (const student of calls.keys()) changedTheirMind.delete(student);
  const inTime = (chosen: readonly CallRequest[]) => {
    const counted = chosen.filter(({ student }) => !changedTheirMind.has(student));
    return counted.filter(({ student }) => calls.has(student)).length / counted.length;
  };
  const urgent = requests.filter(({ isUrgent }) => isUrgent);
  const waits = (chosen: readonly CallRequest[]) =>
    chosen.flatMap(({ student, askedAt }) => {
      const call = calls.get(student);
      return call ? [(call.start - askedAt) / 60] : [];
    });
  const booked = steps.filter(({ kind }) => kind === "booked").map(({ call }) => call);
  const returning = booked.filter(({ request }) => request.lastMentor !== undefined);
  const share = (count: number, of: readonly unknown[]) => count / of.length;
  const apart = Array.from({ length: DAYS }, (_, day) => {
    const minutes = mentors
      .filter(({ dayOff }) => dayOff !== day)
      .map((mentor) => calendar.minutesOf(mentor, day));
    return (Math.max(...minutes) - Math.min(...minutes)) / 60;
  });
  return {
    urgentInTime: inTime(urgent),
    othersInTime: inTime(requests.filter(({ isUrgent }) => !isUrgent)),
    longestWait: Math.max(...waits(requests)),
    medianWaitOfUrgent: median(waits(urgent)),
    shortInTime: inTime(requests.filter(({ minutes }) => minutes === 15)),
    longInTime: inTime(requests.filter(({ minutes }) => minutes === 30)),
    sameMentor: share(
      returning.filter(({ request, mentor }) => request.lastMentor === mentor.index).length,
      returning,
    ),
    fit: share(
      booked.filter(
        ({ request, mentor }) => mentor.exams.includes(request.exam) && mentor.levels.includes(request.level),
      ).length,
      booked,
    ),
    hoursApart: apart.reduce((sum, hours) => sum + hours, 0) / DAYS,
  };
}

export function averageOf(measures: readonly Measures[]): Measures {
  const average = (name: keyof Measures) =>
    measures.reduce((sum, measured) => sum + measured[name], 0) / measures.length;
  const names = Object.keys(measures[0] ?? {}) as (keyof Measures)[];
  return Object.fromEntries(names.map((name) => [name, average(name)])) as unknown as Measures;
}
