import { formatTimeRange } from "../../../domain/kolkata-time.ts";
import type { Booking } from "./agenda.ts";
import { aboutStudent } from "./booking-text.ts";

interface Props {
  readonly title: string;
  readonly bookings: readonly Booking[];
  readonly hasMentors: boolean;
}

/** The day on paper. The longest day of a mentor, 24 calls, fits one A4 page: a topic gets two lines. */
export function PrintedDay({ title, bookings, hasMentors }: Props) {
  return (
    <div className="hidden print:block">
      <h2 className="mb-2 text-lg">Calls on {title}</h2>
      <table className="w-full table-fixed border-collapse text-left text-xs leading-tight [&_:is(td,th)]:border [&_:is(td,th)]:border-line [&_:is(td,th)]:px-1 [&_:is(td,th)]:py-0.5 [&_:is(td,th)]:align-top">
        <thead>
          <tr>
            <th className="w-[16%]">Time</th>
            {hasMentors && <th className="w-[13%]">Mentor</th>}
            <th className="w-[36%]">Student</th>
            <th className="w-[14%]">Phone</th>
            <th>Topic</th>
          </tr>
        </thead>
        <tbody>
          {bookings.map((booking) => (
            <tr key={booking.id}>
              <td className="tabular">{formatTimeRange(booking.start, booking.end)}</td>
              {hasMentors && <td className="wrap-anywhere">{booking.mentorName}</td>}
              <td>
                <span className="line-clamp-1">{booking.studentName}</span>
                <span className="line-clamp-1">{aboutStudent(booking)}</span>
              </td>
              <td className="wrap-anywhere">
                <span className="line-clamp-2">{booking.phone}</span>
              </td>
              <td>
                <span className="wrap-anywhere line-clamp-2">{booking.topic}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
