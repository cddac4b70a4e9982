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

/** A slot or break as a screen shows it. */
export interface SlotView extends TimeRange {
  /** Only for the student's own slot, because the ids of others are not public. */
  readonly id?: string;
  readonly isBreak: boolean;
  readonly isBooked: boolean;
  readonly isMine: boolean;
  /** It has started. */
  readonly isPast: boolean;
}

export interface DayQuery {
  readonly day: string;
  readonly minutes: 15 | 30;
  /** The slots of all students, including this one's. */
  readonly busy: readonly TimeRange[];
  readonly own: readonly OwnSlot[];
  readonly now: Date;
  /** The student's slot that is being moved. Its time counts as free. */
  readonly moving?: OwnSlot | undefined;
}

/** Lists the breaks and slots of a working day in order. The list is empty for a date that does not exist. */
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

/** Parts of the day without slots are left out. */
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

/** The label next to a time. */
export function slotLabel({
  isBreak,
  isBooked,
  isPast,
}: SlotView): "Break" | "Booked" | "Past" | "Available" {
  if (isBreak) return "Break";
  if (isBooked) return "Booked";
  return isPast ? "Past" : "Available";
}

/** Returns available slots, closest to the requested time first, without the current time of a slot that is being moved. */
export function nearestFreeSlots(
  slots: readonly SlotView[],
  requested: Date,
  count: number,
  moving?: TimeRange,
): SlotView[] {
  const distance = ({ start }: SlotView) => Math.abs(+start - +requested);
  return slots
    .filter((slot) => slotLabel(slot) === "Available" && +slot.start !== Number(moving?.start))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, count);
}
