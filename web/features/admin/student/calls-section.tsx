import { useState } from "react";
import { Link } from "react-router";
import { dayOf, formatInstant } from "../../../../domain/kolkata-time.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { Nothing, Section } from "./section.tsx";
import { type Call, nameOfStudent, type OpenedStudent } from "./student.ts";

const BookDialog = lazyPart(async () => (await import("./book-dialog.tsx")).BookDialog);

/** The calls, those to come first. Each leads to its day in the agenda, where it is cancelled or marked. */
export function CallsSection({ opened }: { opened: OpenedStudent }) {
  const { account, calls, plans } = opened;
  const [booking, setBooking] = useState<{ readonly moving: Call | undefined }>();
  const hasPlan = plans.some(({ is_current }) => is_current);
  return (
    <Section
      title="Calls"
      action={
        hasPlan && (
          <Button size="small" onClick={() => setBooking({ moving: undefined })}>
            Book a call
          </Button>
        )
      }
    >
      {calls.length === 0 && (
        <Nothing>{hasPlan ? "No calls." : "No calls. A call needs an active plan."}</Nothing>
      )}
      <ul className="divide-y empty:hidden">
        {calls.map((call) => (
          <CallItem
            key={call.id}
            call={call}
            onMove={hasPlan ? () => setBooking({ moving: call }) : undefined}
          />
        ))}
      </ul>
      {booking && (
        <BookDialog
          student={account.id}
          name={nameOfStudent(opened)}
          moving={booking.moving}
          onClose={() => setBooking(undefined)}
        />
      )}
    </Section>
  );
}

interface CallItemProps {
  readonly call: Call;
  /** Undefined without a plan, which a move needs. */
  readonly onMove: (() => void) | undefined;
}

function CallItem({ call, onMove }: CallItemProps) {
  const { start_time, end_time, mentor_name, outcome, topic, agreed } = call;
  const start = new Date(start_time);
  const now = new Date();
  return (
    <li className="grid gap-0.5 py-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <Link
          to={`/agenda?day=${dayOf(start)}`}
          className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {formatInstant(start)}
        </Link>
        <CallState outcome={outcome} isOver={new Date(end_time) <= now} />
        {mentor_name && <span className="text-muted text-sm">with {mentor_name}</span>}
        {onMove && start > now && (
          <Button
            size="small"
            variant="secondary"
            aria-label={`Move the call of ${formatInstant(start)}`}
            onClick={onMove}
          >
            Move
          </Button>
        )}
      </div>
      {topic && <p className="wrap-anywhere whitespace-pre-line text-sm">{topic}</p>}
      {agreed && <p className="wrap-anywhere whitespace-pre-line text-muted text-sm">Agreed: {agreed}</p>}
    </li>
  );
}

const STATES = {
  held: { text: "Held", tone: "good" },
  late: { text: "Came late", tone: "highlight" },
  missed: { text: "Did not come", tone: "danger" },
  "mentor missed": { text: "Mentor did not come", tone: "danger" },
  "not marked": { text: "Not marked", tone: "neutral" },
  "to come": { text: "To come", tone: "highlight" },
} as const;

function CallState({ outcome, isOver }: Pick<Call, "outcome"> & { isOver: boolean }) {
  const { text, tone } = STATES[outcome ?? (isOver ? "not marked" : "to come")];
  return <Badge tone={tone}>{text}</Badge>;
}
