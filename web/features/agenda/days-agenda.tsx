import { Link } from "react-router";
import { dayOf, findInstant, formatSpokenDay, formatTimeRange } from "../../../domain/kolkata-time.ts";
import { StudentLink } from "../../layout/student-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { Booking } from "./agenda.ts";
import { aboutStudent } from "./booking-text.ts";
import { OutcomeBadge } from "./outcome-badge.tsx";

interface Props {
  /** The days to show, including those without bookings. Undefined for the days that have some. */
  readonly days: readonly string[] | undefined;
  readonly bookings: readonly Booking[];
  /** Names the mentor of each booking. */
  readonly hasMentors: boolean;
  /** Admins have a page of each student. */
  readonly isAdmin: boolean;
  readonly now: Date;
}

type DayProps = Omit<Props, "days"> & { readonly day: string };
type EntryProps = Omit<Props, "days" | "bookings"> & { readonly booking: Booking };

/** Several days, each with its bookings and a link to the day. */
export function DaysAgenda({ days, bookings, ...rest }: Props) {
  const shownDays = days ?? [...new Set(bookings.map(({ start }) => dayOf(start)))];
  if (shownDays.length === 0) return <EmptyState title="No calls found." />;
  return (
    <ol className="grid gap-5">
      {shownDays.map((day) => (
        <Day key={day} day={day} {...rest} bookings={bookings.filter(({ start }) => dayOf(start) === day)} />
      ))}
    </ol>
  );
}

function Day({ day, bookings, ...rest }: DayProps) {
  const noon = findInstant(day, "12:00");
  if (!noon) return null;
  return (
    <li className="grid gap-1">
      <h2 className="font-text text-base">
        <Link to={`?day=${day}`} className="inline-flex min-h-11 items-center underline underline-offset-4">
          {formatSpokenDay(noon)}
        </Link>
      </h2>
      {bookings.length === 0 ? (
        <p className="text-muted">No calls.</p>
      ) : (
        <ul className="divide-y rounded-card border bg-card px-4">
          {bookings.map((booking) => (
            <Entry key={booking.id} booking={booking} {...rest} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Entry({ booking, hasMentors, isAdmin, now }: EntryProps) {
  const { start, end, studentId, studentName, mentorName, topic, outcome, needsMentor } = booking;
  return (
    <li className="grid items-start gap-x-4 gap-y-0.5 py-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <p className="tabular font-semibold">{formatTimeRange(start, end)}</p>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <span className="font-semibold">
            {isAdmin ? <StudentLink id={studentId}>{studentName}</StudentLink> : studentName}
          </span>
          {hasMentors && mentorName && <span className="text-muted"> with {mentorName}</span>}
        </p>
        <p className="text-muted text-sm">{aboutStudent(booking)}</p>
        {topic && <p className="wrap-anywhere line-clamp-2 text-sm">{topic}</p>}
      </div>
      {needsMentor && <Badge tone="danger">Needs a mentor</Badge>}
      {outcome && <OutcomeBadge outcome={outcome} />}
      {!outcome && end <= now && <Badge>Not marked</Badge>}
    </li>
  );
}
