import fc from "fast-check";
import { addMinutes, overlaps, type TimeRange } from "../../domain/slots.ts";
import { at, dayFromToday } from "./calendar.ts";
import { idOf, people, type Who } from "./people.ts";
import type { RulesWorld } from "./rules-world.ts";

/** Random bookings and calendars of mentors that exist before a student books. */

/** Keyed by the number of days from today. */
const DAYS = new Map([-1, 0, 1, 2, 3, 4, 1820, 1830].map((days) => [days, dayFromToday(days)]));
export const dayIn = (days: number) => DAYS.get(days) ?? "";

export const nearDay = fc.integer({ min: -1, max: 4 });

/** An earlier booking, which need not follow the current rules. */
export const earlier = fc.record({
  day: nearDay,
  minute: fc.integer({ min: 0, max: 276 }).map((fives) => fives * 5),
  length: fc.constantFrom(15, 30, 50),
  isMine: fc.boolean(),
  mentor: fc.nat({ max: 1 }),
});
export type Earlier = typeof earlier extends fc.Arbitrary<infer T> ? T : never;

const MENTORS = ["formerAdmin", "newcomer"] as const;
const quarters = fc.integer({ min: 0, max: 47 });
/** The hours of a mentor on all days, and an absence, as quarters of an hour after 10:00 AM. */
export const calendarOfMentor = fc.record({
  hours: fc.tuple(quarters, quarters).map((ends) => ends.sort((a, b) => a - b)),
  absenceDay: fc.integer({ min: 0, max: 4 }),
  absence: fc.tuple(quarters, quarters).map((ends) => ends.sort((a, b) => a - b)),
});
export type CalendarOfMentor = typeof calendarOfMentor extends fc.Arbitrary<infer T> ? T : never;

export async function insertMentor(
  world: RulesWorld,
  index: number,
  { hours, absence, absenceDay }: CalendarOfMentor,
): Promise<void> {
  const { id } = people[MENTORS[index] ?? "newcomer"];
  const minutes = (ends: number[]) => ends.map((quarter) => 600 + quarter * 15);
  await world.asOwner("insert into mentors (id, name, granted_by) values ($1, 'Mentor', 'tests')", [id]);
  await world.asOwner(
    `insert into mentor_hours select $1, weekday, time '00:00' + make_interval(mins => $2), time '00:15' + make_interval(mins => $3)
     from generate_series(1, 7) as weekday`,
    [id, ...minutes(hours)],
  );
  const [from = 0, to = 0] = minutes(absence);
  const midnight = new Date(at(dayIn(absenceDay), "00:00"));
  await world.withoutTriggers(
    "insert into mentor_absences (mentor_id, starts_at, ends_at) values ($1, $2, $3)",
    [id, addMinutes(midnight, from), addMinutes(midnight, to + 15)],
  );
}

type SlotBefore = TimeRange & Pick<Earlier, "isMine" | "mentor">;

export async function insertSlots(
  world: RulesWorld,
  who: Who,
  mentors: number,
  slots: SlotBefore[],
): Promise<void> {
  await world.withoutTriggers(
    `insert into slots (user_id, start_time, end_time, mentor_id)
     select * from unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::uuid[])`,
    [
      slots.map(({ isMine }) => idOf(isMine ? who : "other")),
      slots.map(({ start }) => start),
      slots.map(({ end }) => end),
      slots.map(({ mentor }) => (mentors === 0 ? null : people[MENTORS[mentor % mentors] ?? "newcomer"].id)),
    ],
  );
}

/** Drops slots that overlap an earlier one of their calendar or student: the database never has such slots. */
export function withoutOverlaps(slots: Earlier[], mentors: number) {
  const kept: SlotBefore[] = [];
  for (const { day, minute, length, isMine, mentor } of slots) {
    const start = addMinutes(new Date(at(dayIn(day), "00:00")), minute);
    const slot = { start, end: addMinutes(start, length), isMine, mentor };
    const isShared = (other: SlotBefore) =>
      mentors < 2 || other.mentor === mentor || (other.isMine && isMine);
    if (!kept.some((other) => overlaps(other, slot) && isShared(other))) kept.push(slot);
  }
  return kept;
}
