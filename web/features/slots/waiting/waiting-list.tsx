import { slotLabel } from "../../../../domain/slot-day.ts";
import { Button } from "../../../ui/button.tsx";
import { LoadFailed } from "../../../ui/load-failed.tsx";
import { Notice } from "../../../ui/notice.tsx";
import type { DayOfSlots } from "../day-of-slots.ts";
import { useChangeWaiting, useWaitingDays } from "./waiting-days.ts";
import { WaitingFailure } from "./waiting-failure.tsx";

interface Props {
  readonly view: DayOfSlots;
  /** Whether the times are those of all mentors: nobody waits for a certain one. */
  readonly canJoin: boolean;
}

/** Lets the student wait for a day on which nothing is free. It does not tell their place, which would reveal others. */
export function WaitingList({ view, canJoin }: Props) {
  const days = useWaitingDays();
  const { mutate, error, variables, isPending } = useChangeWaiting();
  const { day } = view;
  const isWaiting = days.data?.some((waiting) => waiting.day === day) ?? false;
  if (!isWaiting && !(canJoin && isFull(view))) return null;
  if (!days.data)
    return days.isError ? (
      <LoadFailed
        text="The waiting list could not be loaded."
        onRetry={days.refetch}
        busy={days.isFetching}
      />
    ) : null;
  const change = (name: "join_waiting_list" | "leave_waiting_list") => {
    if (!isPending) mutate({ name, day });
  };
  return (
    <div className="grid gap-3">
      <Notice
        kind="info"
        title={isWaiting ? "You are on the waiting list of this day." : "Nothing is free on this day."}
        action={
          isWaiting ? (
            <Button variant="secondary" busy={isPending} onClick={() => change("leave_waiting_list")}>
              Leave the waiting list
            </Button>
          ) : (
            <Button busy={isPending} onClick={() => change("join_waiting_list")}>
              Join the waiting list
            </Button>
          )
        }
      >
        {isWaiting
          ? "A time that becomes free is kept for one student after the other, for 15 minutes. When it is your turn, you see it on this page, and get an email if you receive our updates."
          : "If a time becomes free, it is offered to those who wait."}
      </Notice>
      {variables && <WaitingFailure error={error} onRetry={() => mutate(variables)} busy={isPending} />}
    </div>
  );
}

function isFull({ status, isStale, limitNote, slots }: DayOfSlots): boolean {
  if (status !== "shown" || isStale || limitNote !== undefined) return false;
  return slots.every((slot) => slotLabel(slot) !== "Available");
}
