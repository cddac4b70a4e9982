import type { ReactNode, Ref, SubmitEvent } from "react";
import { type BookingLimits, requestedSlot } from "../../../domain/booking.ts";
import { formatDay, formatTimeRange } from "../../../domain/kolkata-time.ts";
import type { MissedCalls } from "../../../domain/missed-calls.ts";
import type { PlanName } from "../../../domain/plans.ts";
import type { OwnSlot, TimeRange } from "../../../domain/slots.ts";
import { DraftNote } from "../../layout/drafts/draft-note.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AddToCalendar } from "./add-to-calendar.tsx";
import type { useBookSlot } from "./book-slot.ts";
import { BookingFailure } from "./booking-failure.tsx";
import { CallLine } from "./call-line.tsx";
import type { DayOfSlots } from "./day-of-slots.ts";
import { DayStrip } from "./day-strip.tsx";
import { TopicField } from "./topic-field.tsx";
import { type ChoiceOfSlot, NO_CHOICE } from "./use-slot-choice.ts";

/** Few students need it. It comes first, or a student on a phone would pass it on the way to the times. */
const MissedCallsNotice = lazyPart(
  async () => (await import("./missed-calls-notice.tsx")).MissedCallsNotice,
  { fallback: <Skeleton className="h-40" /> },
);

interface Props {
  readonly plan: PlanName | undefined;
  readonly view: DayOfSlots;
  readonly today: string;
  readonly lastDay: string;
  readonly limits: BookingLimits;
  readonly missed: MissedCalls | undefined;
  readonly choice: ChoiceOfSlot;
  readonly booking: ReturnType<typeof useBookSlot>;
  readonly onDay: (day: string) => void;
  readonly onTapDay: () => void;
  readonly onTime: (time: string) => void;
  readonly onTopic: (topic: string) => void;
  readonly onBook: (time: string) => void;
  readonly bookRef: Ref<HTMLButtonElement>;
  readonly topicRef: Ref<HTMLDivElement>;
}

export function BookingForm({
  plan,
  view,
  today,
  lastDay,
  limits,
  missed,
  choice,
  booking,
  onDay,
  onTapDay,
  onTime,
  onTopic,
  onBook,
  bookRef,
  topicRef,
}: Props) {
  const { time } = choice;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    onBook(time);
  };
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <DraftNote draft={choice.draft} onThrowAway={() => choice.restart(() => NO_CHOICE)} />
      {missed !== undefined && missed.count > 0 && <MissedCallsNotice missed={missed} />}
      <DayStrip {...{ today, lastDay, onDay }} day={view.day} onTap={onTapDay} />
      <div className="grid gap-4 xs:grid-cols-2">
        <TextField
          label="Date"
          type="date"
          min={today}
          max={lastDay}
          value={view.day}
          onChange={(event) => onDay(event.target.value)}
        />
        <TextField
          label="Start Time"
          type="time"
          step={15 * 60}
          value={time}
          onChange={(event) => onTime(event.target.value)}
        />
      </div>
      <p className="-mt-2 text-sm text-muted">
        Choose a time between 10:00 AM and 10:00 PM, in Indian time. Each hour begins with a break of 30
        minutes. You can {missed?.isLimited ? "" : `book up to ${limits.maxDaysAhead} days ahead, and `}
        have up to {limits.maxUpcoming} upcoming slots.
      </p>
      {plan !== undefined && (
        <div ref={topicRef}>
          <TopicField value={choice.topic} onChange={(event) => onTopic(event.target.value)} />
        </div>
      )}
      <ActionBar>
        {plan !== undefined && (
          <BookingFailure
            error={booking.error}
            fallback="Failed to book slot."
            request={booking.variables}
            requestedAt={booking.submittedAt}
            view={view}
            verb="Book"
            onPick={onBook}
            onRetry={() => onBook(time)}
          />
        )}
        <div className="flex items-center justify-between gap-4">
          <Summary
            slot={requestedSlot(view.day, time, plan)}
            booked={view.own.find(({ id }) => id === booking.data?.id)}
          />
          <Button
            ref={bookRef}
            type="submit"
            className="shrink-0"
            aria-busy={booking.isPending || undefined}
            aria-disabled={booking.isPending || undefined}
          >
            {booking.isPending ? "Booking..." : "Book Slot"}
          </Button>
        </div>
      </ActionBar>
    </form>
  );
}

/** The bar stays at the bottom of a phone's screen, within reach of the thumb. */
function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-action-bar
      className="grid gap-3 max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:max-h-[60dvh] max-md:overflow-y-auto max-md:border-t max-md:bg-card max-md:px-4 max-md:pt-3 max-md:pb-[max(0.75rem,env(safe-area-inset-bottom))]"
    >
      {children}
    </div>
  );
}

function Summary({ slot, booked }: { slot: TimeRange | undefined; booked: OwnSlot | undefined }) {
  return (
    <div role="status" className="min-w-0 text-sm leading-snug">
      {slot ? (
        <>
          <span className="block text-muted">{formatDay(slot.start)}</span>{" "}
          <span className="tabular block font-semibold">{formatTimeRange(slot.start, slot.end)}</span>
        </>
      ) : booked ? (
        <Booked slot={booked} />
      ) : (
        <span className="text-muted">No time chosen yet.</span>
      )}
    </div>
  );
}

/** Says who calls whom, and when in India. */
function Booked({ slot }: { slot: OwnSlot }) {
  return (
    <>
      <span className="block text-muted">Yours: {formatDay(slot.start)}</span>{" "}
      <span className="tabular block font-semibold">{formatTimeRange(slot.start, slot.end)}</span>{" "}
      <span className="block">In Indian time.</span> <CallLine slot={slot} />
      <span className="-ml-3 inline-grid">
        <AddToCalendar slot={slot} />
      </span>
    </>
  );
}
