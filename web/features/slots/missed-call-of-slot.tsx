import { useState } from "react";
import { formatSpokenTimeRange } from "../../../domain/kolkata-time.ts";
import type { OwnSlot } from "../../../domain/slots.ts";
import { isLost } from "../../backend/is-lost.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { toast } from "../../ui/toast.ts";
import { bookingErrorText } from "./booking-error.ts";
import { LoadAgain } from "./load-again.tsx";
import { useMissedCalls, useReportMissingMentor } from "./missed-calls.ts";

/** The database takes reports for a week after the slot (database/rules/call-outcomes.sql). */
const REPORTED_MS = 7 * 24 * 60 * 60 * 1000;

/** Says that a past call did not take place, or lets the student say that the mentor did not come. */
export function MissedCallOfSlot({ slot, now }: { slot: OwnSlot; now: Date }) {
  const missed = useMissedCalls(slot.mentorId !== undefined);
  if (missed.isLoadingError)
    return <LoadAgain text="Whether this call took place could not be loaded." query={missed} />;
  const outcome = missed.data?.get(slot.id);
  if (outcome === "missed") return <p>You did not come to this call.</p>;
  if (outcome === "mentor missed")
    return <p>We are sorry that your mentor did not come. This does not count as a call that you missed.</p>;
  const hasEnded = slot.end <= now && Number(now) - Number(slot.end) <= REPORTED_MS;
  return missed.data && hasEnded ? <Report slot={slot} /> : null;
}

function Report({ slot }: { slot: OwnSlot }) {
  const [isOpen, setIsOpen] = useState(false);
  const report = useReportMissingMentor();
  const spoken = formatSpokenTimeRange(slot.start, slot.end);
  const confirm = () =>
    report.mutate(slot, {
      onSuccess: () => toast.success("Thank you. We will write to you with other times."),
      onError: (error) => {
        toast.error(bookingErrorText(error, "Your report could not be sent."));
        if (!isLost(error)) setIsOpen(false);
      },
    });
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        className="-ml-3 w-fit"
        aria-label={`My mentor did not come: ${spoken}`}
        onClick={() => setIsOpen(true)}
      >
        My mentor did not come
      </Button>
      {isOpen && (
        <ConfirmDialog
          open
          onOpenChange={(open) => {
            report.reset();
            setIsOpen(open);
          }}
          title="Did your mentor not come?"
          text={`${spoken}. We look into it, and write to you with the nearest free times. Only we can take a report back.`}
          confirm="Report it"
          cancel="Cancel"
          busy={report.isPending}
          lost={isLost(report.error)}
          onConfirm={confirm}
        />
      )}
    </>
  );
}
