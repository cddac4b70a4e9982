import { useRef } from "react";
import { formatDay, formatTime, formatTimeRange, timeOf } from "../../../../domain/kolkata-time.ts";
import type { PlanName } from "../../../../domain/plans.ts";
import { settings } from "../../../backend/settings.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { toast } from "../../../ui/toast.ts";
import { useBookSlot } from "../book-slot.ts";
import { ANYONE } from "../wanted/wanted.ts";
import { type OfferedTime, useChangeWaiting, useWaitingDays } from "./waiting-days.ts";
import { WaitingFailure } from "./waiting-failure.tsx";

interface Props {
  readonly plan: PlanName;
  readonly now: Date;
}

/** Shows the times that are kept for the student at the moment, one for each day at most. */
export function OfferedTimes({ plan, now }: Props) {
  const { data = [] } = useWaitingDays();
  const section = useRef<HTMLElement>(null);
  const offers = data.flatMap(({ offer }) => offer ?? []);
  return (
    // The focus would be lost with the button that ends an offer.
    <section ref={section} tabIndex={-1} aria-label="Times offered to you" className="outline-none">
      {offers.map((offer) => (
        <Offer key={offer.id} {...{ offer, plan, now }} onDone={() => section.current?.focus()} />
      ))}
    </section>
  );
}

function Offer({ offer, plan, now, onDone }: Props & { offer: OfferedTime; onDone: () => void }) {
  const booking = useBookSlot();
  const decline = useChangeWaiting();
  const isBusy = booking.isPending || decline.isPending;
  const when = `${formatDay(offer.start)}, ${formatTimeRange(offer.start, offer.end)}`;
  if (offer.endsAt <= now)
    return (
      <Notice kind="info" className="mb-6" title={`The offer of ${when} has ended.`}>
        You are still on the waiting list of that day.
      </Notice>
    );
  const book = () => {
    if (isBusy) return;
    const request = {
      plan,
      day: offer.day,
      time: timeOf(offer.start),
      topic: "",
      wanted: ANYONE,
      busy: [],
      own: [],
      now: new Date(),
      limits: settings().bookings,
      attempt: offer.id,
      // Only the server can tell: the busy times on this device are older than the offer.
      isRepeated: true,
    };
    booking.mutate(request, {
      onSuccess: () => {
        toast.success("Slot booked!");
        onDone();
      },
    });
  };
  const pass = () => {
    if (!isBusy) decline.mutate({ name: "decline_offer", offer: offer.id }, { onSuccess: onDone });
  };
  const failed = booking.error ? booking : decline;
  return (
    <div className="mb-6 grid gap-3">
      <Notice
        kind="good"
        title={`A time is free for you: ${when}`}
        action={
          <>
            <Button busy={booking.isPending} onClick={book}>
              Book this time
            </Button>
            <Button variant="secondary" busy={decline.isPending} onClick={pass}>
              Decline
            </Button>
          </>
        }
      >
        It is kept for you until {formatTime(offer.endsAt)}
        {/* Screen readers would read the whole notice again every minute. */}
        <span aria-hidden> ({timeLeft(offer.endsAt, now)})</span>, then it goes to the next student.
      </Notice>
      <WaitingFailure error={failed.error} onRetry={failed === booking ? book : pass} busy={isBusy} />
    </div>
  );
}

/** Rounds down, because `now` may be up to a minute old. */
function timeLeft(endsAt: Date, now: Date): string {
  const minutes = Math.floor((endsAt.getTime() - now.getTime()) / 60_000);
  if (minutes < 1) return "less than a minute left";
  return minutes === 1 ? "1 minute left" : `${minutes} minutes left`;
}
