import { findInstant, timeOf } from "./kolkata-time.ts";
import {
  addMinutes,
  BREAK_MINUTES,
  busyWithout,
  type OwnSlot,
  overlaps,
  type TimeRange,
  WORKING_HOURS,
} from "./slots.ts";

/** One that a screen shows, booked or not. */
export interface SlotView extends TimeRange {
  /** Of the student's own slot that stands there. Nobody is told the ids of others. */
  readonly id?: string;
  readonly isBreak: boolean;
  readonly isBooked: boolean;
  readonly isMine: boolean;
  /** Whether it has started. */
  readonly isPast: boolean;
}

export interface DayQuery {
  readonly day: string;
  readonly minutes: 15 | 30;
  /** Everybody's slots, the student's own included. */
  readonly busy: readonly TimeRange[];
  readonly own: readonly OwnSlot[];
  readonly now: Date;
  /** The own slot for which another time is sought: its place counts as free. */
  readonly moving?: OwnSlot | undefined;
}

/** A working day from its first break to its last slot, one after the other; nothing for a day that does not exist. */
export function slotsOfDay({ day, minutes, busy, own, now, moving }: DayQuery): SlotView[] {
  const opening = findInstant(day, `${WORKING_HOURS.start}:00`);
  if (opening === undefined) return [];
  const taken = busyWithout(busy, moving);
  const mine = own.filter(({ id }) => id !== moving?.id);

  const breakFrom = (start: Date): SlotView => ({
    start,
    end: addMinutes(start, BREAK_MINUTES),
    isBreak: true,
    isBooked: false,
    isMine: false,
    isPast: start <= now,
  });
  const slotFrom = (start: Date): SlotView => {
    const times = { start, end: addMinutes(start, minutes) };
    const found = mine.find((slot) => overlaps(slot, times));
    return {
      ...times,
      ...(found && { id: found.id }),
      isBreak: false,
      isBooked: found !== undefined || taken.some((other) => overlaps(other, times)),
      isMine: found !== undefined,
      isPast: start <= now,
    };
  };

  const slots: SlotView[] = [];
  for (let hour = WORKING_HOURS.start; hour < WORKING_HOURS.end; hour += 1) {
    const fullHour = addMinutes(opening, (hour - WORKING_HOURS.start) * 60);
    slots.push(breakFrom(fullHour));
    for (let minute = BREAK_MINUTES; minute < 60; minute += minutes)
      slots.push(slotFrom(addMinutes(fullHour, minute)));
  }
  return slots;
}

export type PartOfDay = "Morning" | "Afternoon" | "Evening";

/** Under headings, for a list that is easier to look through; the parts without a slot are left out. */
export function groupByPartOfDay(
  slots: readonly SlotView[],
): { readonly part: PartOfDay; readonly slots: SlotView[] }[] {
  return (["Morning", "Afternoon", "Evening"] as const)
    .map((part) => ({ part, slots: slots.filter(({ start }) => partOfDay(start) === part) }))
    .filter((group) => group.slots.length > 0);
}

function partOfDay(instant: Date): PartOfDay {
  const time = timeOf(instant);
  if (time < "12:00") return "Morning";
  return time < "17:00" ? "Afternoon" : "Evening";
}

/** What stands beside a time. */
export function slotLabel({
  isBreak,
  isBooked,
  isPast,
}: SlotView): "Break" | "Booked" | "Past" | "Available" {
  if (isBreak) return "Break";
  if (isBooked) return "Booked";
  return isPast ? "Past" : "Available";
}

/** The available ones closest to a wished time, closest first; where a slot is to move, not where it is already. */
export function nearestFreeSlots(
  slots: readonly SlotView[],
  wished: Date,
  count: number,
  moving?: TimeRange,
): SlotView[] {
  const distance = ({ start }: SlotView) => Math.abs(+start - +wished);
  return slots
    .filter((slot) => slotLabel(slot) === "Available" && +slot.start !== Number(moving?.start))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, count);
}
