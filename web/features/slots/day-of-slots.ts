import { useMemo } from "react";
import { type BookingLimits, findLimitNote, lastBookableDay } from "../../../domain/booking.ts";
import { dayOf } from "../../../domain/kolkata-time.ts";
import type { PlanName } from "../../../domain/plans.ts";
import { type SlotView, slotsOfDay } from "../../../domain/slot-day.ts";
import { type OwnSlot, slotMinutes, type TimeRange } from "../../../domain/slots.ts";
import { useBusySlots } from "./busy-slots.ts";
import { useOwnSlots } from "./own-slots.ts";

export interface DayOfSlots {
  readonly day: string;
  readonly status: "no-day" | "loading" | "failed" | "empty" | "shown";
  /** All slots of the day, including past ones; empty until everything is loaded. */
  readonly slots: readonly SlotView[];
  readonly busy: readonly TimeRange[];
  readonly own: readonly OwnSlot[];
  /** Shown when a limit is reached, so that no free time can be chosen. */
  readonly limitNote: string | undefined;
  /** The time of the last successful refresh, in milliseconds. */
  readonly updatedAt: number;
  readonly isRefreshing: boolean;
  /** The last refresh failed. */
  readonly isStale: boolean;
  readonly reload: () => void;
}

interface DayQuery {
  readonly day: string;
  readonly plan: PlanName | undefined;
  readonly now: Date;
  readonly limits: BookingLimits;
  /** The mentor or language that the student asks for: see wanted.ts. */
  readonly wanted: string;
  readonly moving?: OwnSlot | undefined;
}

const NO_SLOTS: readonly SlotView[] = [];

export function useDayOfSlots({ day, plan, now, limits, wanted, moving }: DayQuery): DayOfSlots {
  const lastDay = lastBookableDay(now, limits, moving);
  const busy = useBusySlots(day, dayOf(now), lastDay, wanted);
  const own = useOwnSlots();
  const { data: busyTimes } = busy;
  const { data: ownSlots } = own;
  // Returns the same objects while the slots are unchanged, so that the list is not rendered again at each tap.
  const known = useMemo(
    () =>
      busyTimes &&
      ownSlots &&
      slotsOfDay({ day, minutes: slotMinutes(plan), busy: busyTimes, own: ownSlots, now, moving }),
    [day, plan, busyTimes, ownSlots, now, moving],
  );
  return {
    day,
    status: statusOf({ day, now, lastDay }, known, busy.isError || own.isError),
    slots: known ?? NO_SLOTS,
    busy: busyTimes ?? [],
    own: ownSlots ?? [],
    limitNote: findLimitNote({ day, own: own.data ?? [], now, moving, limits }),
    updatedAt: busy.dataUpdatedAt,
    isRefreshing: busy.isFetching,
    isStale: known !== undefined && (busy.isError || own.isError),
    reload: () => {
      void busy.refetch();
      void own.refetch();
    },
  };
}

/** A day that is past or too far ahead is empty, without a request. */
export function statusOf(
  { day, now, lastDay }: { day: string; now: Date; lastDay: string },
  slots: readonly SlotView[] | undefined,
  hasFailed: boolean,
): DayOfSlots["status"] {
  if (day === "") return "no-day";
  if (
    day < dayOf(now) ||
    day > lastDay ||
    slotsOfDay({ day, minutes: 15, busy: [], own: [], now }).every(isOver)
  )
    return "empty";
  if (slots) return "shown";
  return hasFailed ? "failed" : "loading";
}

function isOver({ isPast }: SlotView): boolean {
  return isPast;
}
