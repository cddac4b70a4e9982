import { type BookingRequest, requestedSlot, SLOT_TAKEN } from "../../../domain/booking.ts";
import { formatSpokenTimeRange, formatTimeRange, timeOf } from "../../../domain/kolkata-time.ts";
import { nearestFreeSlots } from "../../../domain/slot-day.ts";
import { type OwnSlot, overlaps, type TimeRange } from "../../../domain/slots.ts";
import { isLost } from "../../backend/is-lost.ts";
import { Button } from "../../ui/button.tsx";
import { NotSent } from "../../ui/not-sent.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { bookingErrorText } from "./booking-error.ts";
import type { DayOfSlots } from "./day-of-slots.ts";

const MAX_SUGGESTIONS = 3;

interface Props {
  readonly error: Error | null;
  /** Shown for an error that is not a refusal. */
  readonly fallback: string;
  readonly request: BookingRequest | undefined;
  readonly requestedAt: number;
  readonly view: DayOfSlots;
  readonly verb: "Book" | "Move to";
  readonly onPick: (time: string) => void;
  readonly onRetry: () => void;
}

/** Shows why a booking failed; if the time is taken, it offers the nearest free times. */
export function BookingFailure(props: Props) {
  const { error, fallback, request, requestedAt, view, verb, onPick, onRetry } = props;
  const text = bookingErrorText(error, fallback);
  if (text === undefined) return null;
  const slot = request && requestedSlot(request.day, request.time, request.plan);
  if (isLost(error)) {
    // The answer was lost, and not the request: the slots that were loaded since have it.
    if (slot && view.own.some(({ start }) => +start === +slot.start))
      return <Notice kind="good" title={verb === "Book" ? "Slot booked!" : "Slot updated!"} />;
    return <NotSent title={fallback} onRetry={onRetry} />;
  }
  const isTaken = text === SLOT_TAKEN && slot && request?.day === view.day && !view.limitNote;
  return (
    <Notice kind="danger" title={text}>
      {isTaken && <NearbySlots {...{ view, verb, onPick, requestedAt, slot }} moving={request.moving} />}
      {text === fallback && "Your choice is still here. Please try again."}
    </Notice>
  );
}

function NearbySlots({
  view,
  verb,
  slot,
  moving,
  requestedAt,
  onPick,
}: Pick<Props, "view" | "verb" | "requestedAt" | "onPick"> & {
  slot: TimeRange;
  moving: OwnSlot | undefined;
}) {
  // A list that was loaded before the request may show times that are taken too.
  if (view.isRefreshing && view.updatedAt < requestedAt) return <SuggestionsSkeleton />;
  const suggestions = nearestFreeSlots(view.slots, slot.start, MAX_SUGGESTIONS, moving);
  const isOwn = view.own.some((ownSlot) => ownSlot.id !== moving?.id && overlaps(ownSlot, slot));
  if (suggestions.length === 0) return "Nothing else is free on this day. Please try another day.";
  return (
    <>
      <p>{isOwn && "One of your own slots is at that time. "}The nearest free times:</p>
      <ul className="mt-2 grid gap-2 xs:flex xs:flex-wrap">
        {suggestions.map((free) => (
          <li key={+free.start}>
            <Button
              variant="secondary"
              size="small"
              className="w-full"
              aria-label={`${verb} ${formatSpokenTimeRange(free.start, free.end)}`}
              onClick={() => onPick(timeOf(free.start))}
            >
              {verb} {formatTimeRange(free.start, free.end)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function SuggestionsSkeleton() {
  return (
    <div className="flex flex-wrap gap-2 pt-8">
      {Array.from({ length: MAX_SUGGESTIONS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and never change their order
        <Skeleton key={index} className="h-11 w-44" />
      ))}
    </div>
  );
}
