import type { SlotView } from "../../../domain/slot-day.ts";

/** The break that opens an hour, and the slots after it. */
export interface Hour {
  readonly pause: SlotView;
  readonly slots: readonly SlotView[];
}

/** What is over makes way for what comes, except for the student's own. */
export function hoursToShow(slots: readonly SlotView[]): Hour[] {
  return byHour(slots).filter((hour) => hour.slots.some(({ isPast, isMine }) => !isPast || isMine));
}

function byHour(slots: readonly SlotView[]): Hour[] {
  const hours: { pause: SlotView; slots: SlotView[] }[] = [];
  for (const slot of slots) {
    if (slot.isBreak) hours.push({ pause: slot, slots: [] });
    else hours.at(-1)?.slots.push(slot);
  }
  return hours;
}
