import { findInstant, formatSpokenDay } from "../../../domain/kolkata-time.ts";
import type { AgendaMentor, Booking } from "./agenda.ts";
import { BookingCard } from "./booking-card.tsx";
import { type Move, useDragging } from "./dragging.tsx";
import { PrintedDay } from "./printed-day.tsx";

interface Props {
  readonly day: string;
  readonly now: Date;
  readonly isAdmin: boolean;
  readonly bookings: readonly Booking[];
  /** The mentors to show side by side. With fewer than two, there is one list. */
  readonly columns: readonly AgendaMentor[];
  readonly onMove: (move: Move) => void;
}

/** The bookings of one day; admins see those of all mentors side by side. */
export function DayAgenda({ day, now, isAdmin, bookings, columns, onMove }: Props) {
  const { gripOf, columnOf } = useDragging(onMove);
  const noon = findInstant(day, "12:00");
  const title = noon ? formatSpokenDay(noon) : day;
  const cards = (shown: readonly Booking[], label: string, grip?: typeof gripOf) =>
    shown.length === 0 ? (
      <p className="text-muted">No calls.</p>
    ) : (
      <ul aria-label={label} className="grid gap-3">
        {shown.map((booking) => (
          <BookingCard
            key={booking.id}
            {...{ booking, now, isAdmin, grip }}
            onMove={() => onMove({ booking })}
          />
        ))}
      </ul>
    );
  return (
    <>
      <section aria-label={title} className="grid gap-3 print:hidden">
        <h2 className="text-xl">{title}</h2>
        {columns.length < 2 ? (
          <div className="max-w-2xl">{cards(bookings, "Calls")}</div>
        ) : (
          <div className="grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3">
            {columnsOf(columns, bookings).map(({ id, name, calls }) => (
              <section key={id} {...columnOf({ id, name }, "grid min-w-0 gap-3")}>
                <h3 className="wrap-anywhere text-lg">{name}</h3>
                {cards(calls, `Calls with ${name}`, gripOf)}
              </section>
            ))}
          </div>
        )}
      </section>
      <PrintedDay title={title} bookings={bookings} hasMentors={columns.length > 1} />
    </>
  );
}

/** Bookings with former mentors come first, because somebody has to take them. */
function columnsOf(mentors: readonly AgendaMentor[], bookings: readonly Booking[]) {
  const ids = new Set(mentors.map(({ id }) => id));
  const others = bookings.filter(({ mentorId }) => !mentorId || !ids.has(mentorId));
  const columns = mentors.map(({ id, name }) => ({
    id,
    name,
    calls: bookings.filter(({ mentorId }) => mentorId === id),
  }));
  return others.length > 0 ? [{ id: "", name: "Former mentors", calls: others }, ...columns] : columns;
}
