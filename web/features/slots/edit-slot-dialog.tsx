import { type SubmitEvent, useId } from "react";
import { lastBookableDay, limitsAfterMissed, roundToGrid } from "../../../domain/booking.ts";
import {
  dayOf,
  formatDay,
  formatSpokenTimeRange,
  formatTimeRange,
  timeOf,
} from "../../../domain/kolkata-time.ts";
import type { PlanName } from "../../../domain/plans.ts";
import { type SlotView, slotLabel } from "../../../domain/slot-day.ts";
import { type OwnSlot, slotMinutes } from "../../../domain/slots.ts";
import { isLost } from "../../backend/is-lost.ts";
import { settings } from "../../backend/settings.ts";
import { DraftNote } from "../../layout/drafts/draft-note.tsx";
import { useBookingTerms } from "../../queries/booking-terms.ts";
import { Button } from "../../ui/button.tsx";
import { cn } from "../../ui/class-names.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast.ts";
import { BookingFailure } from "./booking-failure.tsx";
import { type DayOfSlots, useDayOfSlots } from "./day-of-slots.ts";
import { useMoveSlot } from "./move-slot.ts";
import { useSlotChoice } from "./use-slot-choice.ts";
import { ANYONE, wantedLanguage } from "./wanted/wanted.ts";

interface Props {
  readonly slot: OwnSlot;
  readonly plan: PlanName | undefined;
  readonly now: Date;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function EditSlotDialog({ slot, plan, now, open, onOpenChange }: Props) {
  const formId = useId();
  const initial = { day: dayOf(slot.start), time: timeOf(slot.start), topic: "", wanted: ANYONE };
  const choice = useSlotChoice(`slot ${slot.id}`, initial, dayOf(now));
  const { draft, day, time, choose } = choice;
  const limits = limitsAfterMissed(settings().bookings, useBookingTerms()?.missed);
  const wanted = slot.wantedLanguage ? wantedLanguage(slot.wantedLanguage) : ANYONE;
  const view = useDayOfSlots({ day, plan, now, limits, wanted, moving: slot });
  const moving = useMoveSlot();
  const save = (requestedTime: string) => {
    if (moving.isPending) return;
    moving.mutate(
      {
        plan,
        day,
        time: requestedTime,
        busy: view.busy,
        own: view.own,
        now: new Date(),
        limits,
        moving: slot,
        ...choice.send(requestedTime),
      },
      {
        onSuccess: () => {
          toast.success("Slot updated!");
          draft.forget();
          onOpenChange(false);
        },
        onError: (error) => !isLost(error) && choice.refuse(),
      },
    );
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    save(time);
  };
  const changeForm: typeof choose = (change) => {
    moving.reset();
    choose(change);
  };
  const cancel = () => {
    draft.forget();
    onOpenChange(false);
  };
  return (
    <Dialog
      {...{ open, onOpenChange }}
      title="Edit Slot"
      description={`${formatDay(slot.start)}, ${formatTimeRange(slot.start, slot.end)}`}
      footer={
        <>
          <Button variant="secondary" onClick={cancel}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={time === ""}
            aria-busy={moving.isPending || undefined}
            aria-disabled={moving.isPending || undefined}
          >
            {moving.isPending ? "Saving..." : "Save"}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 pb-1">
        <DraftNote draft={draft} onThrowAway={() => choice.restart(() => initial)} />
        <div className="grid gap-4 xs:grid-cols-2">
          <TextField
            label="Date"
            type="date"
            min={dayOf(now)}
            max={lastBookableDay(now, limits, slot)}
            value={day}
            onChange={(event) => changeForm({ day: event.target.value })}
          />
          <TextField
            label="New Start Time"
            type="time"
            step={15 * 60}
            value={time}
            onChange={(event) => changeForm({ time: event.target.value })}
          />
        </div>
        <p className="-mt-2 text-sm text-muted">
          Slot duration is {slotMinutes(plan)} minutes.
          {slot.wantedLanguage && ` These times are with mentors who speak ${slot.wantedLanguage}.`}
        </p>
        <BookingFailure
          error={moving.error}
          fallback="Failed to update slot."
          request={moving.variables}
          requestedAt={moving.submittedAt}
          view={view}
          verb="Move to"
          onPick={save}
          onRetry={() => save(time)}
        />
        <FreeTimes view={view} time={time} onTime={(chosen) => changeForm({ time: chosen })} />
      </form>
    </Dialog>
  );
}

function FreeTimes({
  view,
  time,
  onTime,
}: {
  view: DayOfSlots;
  time: string;
  onTime: (time: string) => void;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="font-text text-base font-medium">
        Available slots
      </h3>
      <FreeTimesContent {...{ view, time, onTime }} />
    </section>
  );
}

function FreeTimesContent({
  view,
  time,
  onTime,
}: {
  view: DayOfSlots;
  time: string;
  onTime: (time: string) => void;
}) {
  if (view.status === "no-day") return <p className="text-muted">Select a date to view slots.</p>;
  if (view.status === "loading") return <Skeleton className="h-[200px]" />;
  if (view.status === "failed")
    return <LoadFailed text="The slots of this day could not be loaded." onRetry={view.reload} />;
  if (view.limitNote) return <p className="text-muted">{view.limitNote}</p>;
  const free = view.slots.filter((slot) => slotLabel(slot) === "Available");
  if (free.length === 0) return <p className="text-muted">No slots for this day.</p>;
  const chosen = roundToGrid(time);
  return (
    <ul className="-m-1 grid max-h-[200px] grid-cols-2 gap-2 overflow-y-auto p-1">
      {free.map((slot) => (
        <li key={+slot.start} className="grid">
          <FreeTime slot={slot} isChosen={timeOf(slot.start) === chosen} onTime={onTime} />
        </li>
      ))}
    </ul>
  );
}

function FreeTime({
  slot,
  isChosen,
  onTime,
}: {
  slot: SlotView;
  isChosen: boolean;
  onTime: (time: string) => void;
}) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${formatSpokenTimeRange(slot.start, slot.end)}, available`}
      onClick={() => onTime(timeOf(slot.start))}
      className={cn(
        "tabular min-h-11 rounded-control border border-press px-2 text-sm font-semibold transition-colors duration-150",
        isChosen ? "bg-press text-on-press" : "bg-card text-press hover:bg-press-wash",
      )}
    >
      {formatTimeRange(slot.start, slot.end)}
    </button>
  );
}
