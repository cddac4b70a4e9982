import type { SlotView } from "../../../domain/slot-day.ts";

/** An hour: the break at its start, and the slots after it. */
export interface Hour {
  readonly breakSlot: SlotView;
  readonly slots: readonly SlotView[];
}

/** Leaves out past hours, except those with one of the student's own slots. */
export function hoursToShow(slots: readonly SlotView[]): Hour[] {
  return byHour(slots).filter((hour) => hour.slots.some(({ isPast, isMine }) => !isPast || isMine));
}

function byHour(slots: readonly SlotView[]): Hour[] {
  const hours: { breakSlot: SlotView; slots: SlotView[] }[] = [];
  for (const slot of slots) {
    if (slot.isBreak) hours.push({ breakSlot: slot, slots: [] });
    else hours.at(-1)?.slots.push(slot);
  }
  return hours;
}
