import { type BookingWish, findWishedSlot, SLOT_TAKEN } from "../../../domain/booking.ts";
import { formatTimeRange, spokenTimeRange, timeOf } from "../../../domain/kolkata-time.ts";
import { nearestFreeSlots } from "../../../domain/slot-day.ts";
import { type OwnSlot, overlaps, type TimeRange } from "../../../domain/slots.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { bookingErrorText } from "./booking-error.ts";
import type { DayOfSlots } from "./day-of-slots.ts";

const OFFERS = 3;

interface Props {
  readonly error: Error | null;
  /** What is said where no rule has spoken. */
  readonly fault: string;
  readonly wish: BookingWish | undefined;
  readonly triedAt: number;
  readonly view: DayOfSlots;
  readonly verb: "Book" | "Move to";
  readonly onPick: (time: string) => void;
}

/** Why it did not work; and where somebody was quicker, what is free nearby, one touch each. */
export function BookingFailure({ error, fault, wish, triedAt, view, verb, onPick }: Props) {
  const words = bookingErrorText(error, fault);
  if (words === undefined) return null;
  const wished = wish && findWishedSlot(wish.day, wish.time, wish.plan);
  const isLost = words === SLOT_TAKEN && wished && wish?.day === view.day && !view.isFull;
  return (
    <Notice kind="danger" title={words}>
      {isLost && <Nearby {...{ view, verb, onPick, triedAt, wished }} moving={wish.moving} />}
      {words === fault && "Nothing is lost: what you chose is still here. Please try again."}
    </Notice>
  );
}

function Nearby({
  view,
  verb,
  wished,
  moving,
  triedAt,
  onPick,
}: Pick<Props, "view" | "verb" | "triedAt" | "onPick"> & { wished: TimeRange; moving: OwnSlot | undefined }) {
  // Offers from a list that is as old as the mistake might be taken as well.
  if (view.isRefreshing && view.asOf < triedAt) return <Waiting />;
  const offers = nearestFreeSlots(view.slots, wished.start, OFFERS, moving);
  const isOwn = view.own.some((slot) => slot.id !== moving?.id && overlaps(slot, wished));
  if (offers.length === 0) return "Nothing else is free on this day. Please try another day.";
  return (
    <>
      <p>{isOwn && "One of your own slots is there. "}The nearest free times:</p>
      <ul className="mt-2 grid gap-2 xs:flex xs:flex-wrap">
        {offers.map((slot) => (
          <li key={+slot.start}>
            <Button
              variant="secondary"
              size="small"
              className="w-full"
              aria-label={`${verb} ${spokenTimeRange(slot.start, slot.end)}`}
              onClick={() => onPick(timeOf(slot.start))}
            >
              {verb} {formatTimeRange(slot.start, slot.end)}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Waiting() {
  return (
    <div className="flex flex-wrap gap-2 pt-8">
      {Array.from({ length: OFFERS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike and stay where they are
        <Skeleton key={index} className="h-11 w-44" />
      ))}
    </div>
  );
}
