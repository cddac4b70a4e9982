import { useEffect, useRef, useState } from "react";
import { formatSpokenTimeRange } from "../../../domain/kolkata-time.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.ts";
import { type Booking, failureText, type Outcome as Mark, useMarkCall } from "./agenda.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";

const UNDO_MS = 60_000;
const CHOICES: readonly { outcome: Mark; text: string }[] = [
  { outcome: "held", text: "Held" },
  { outcome: "late", text: "Came late" },
  { outcome: "missed", text: "Did not come" },
  { outcome: "mentor missed", text: "Mentor did not come" },
];

/**
 * Marks a call that has started, with one tap. The person who set the mark can remove it for a minute, admins at any
 * time.
 */
export function Outcome({ booking, isAdmin }: { booking: Booking; isAdmin: boolean }) {
  const { id, outcome, markedAt, studentName, start, end } = booking;
  const mark = useMarkCall();
  const isInMinute = useIsWithin(markedAt);
  const group = useRef<HTMLDivElement>(null);
  const before = useRef<Mark | null>(undefined);
  // After a tap, the button that had the focus is removed.
  useEffect(() => {
    if (before.current === undefined || before.current === outcome) return;
    before.current = undefined;
    group.current?.querySelector("button")?.focus();
  }, [outcome]);
  const send = (chosen?: Mark) => {
    before.current = outcome;
    mark.mutate(
      { slot: id, ...(chosen && { outcome: chosen }) },
      { onError: (error) => toast.error(failureText(error)) },
    );
  };
  const call = `${studentName}, ${formatSpokenTimeRange(start, end)}`;
  return (
    <div ref={group} className="flex flex-wrap items-center gap-2">
      {outcome === null ? (
        CHOICES.map(({ outcome: choice, text }) => (
          <Button
            key={choice}
            size="small"
            variant="secondary"
            className="flex-auto"
            busy={mark.isPending}
            aria-label={`${text}: ${call}`}
            onClick={() => send(choice)}
          >
            {text}
          </Button>
        ))
      ) : (
        <>
          <OutcomeBadge outcome={outcome} />
          {(isAdmin || isInMinute) && (
            <Button
              size="small"
              variant="quiet"
              busy={mark.isPending}
              aria-label={`Undo: ${call}`}
              onClick={() => send()}
            >
              Undo
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** Returns whether the mark is less than a minute old, and renders again when it no longer is. The server decides. */
function useIsWithin(markedAt: Date | undefined): boolean {
  const [, setEndedAt] = useState(0);
  const remainingMs = markedAt ? markedAt.getTime() + UNDO_MS - Date.now() : 0;
  useEffect(() => {
    if (remainingMs <= 0) return;
    const timer = setTimeout(() => setEndedAt(Date.now()), remainingMs);
    return () => clearTimeout(timer);
  });
  return remainingMs > 0;
}
