import { Video } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatSpokenTimeRange, formatTimeRange } from "../../../domain/kolkata-time.ts";
import { isUpcoming } from "../../../domain/slots.ts";
import { ContactLink, ContactLinks } from "../../layout/contact-links.tsx";
import { StudentLink } from "../../layout/student-link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import type { Booking } from "./agenda.ts";
import { WriteAgreement } from "./agreement-dialog.tsx";
import { aboutStudent } from "./booking-text.ts";
import { EarlierNotes } from "./earlier-notes.tsx";
import { Expandable } from "./expandable.tsx";
import { Outcome } from "./outcome.tsx";
import { StudentDocuments } from "./student-documents.tsx";

interface Props {
  readonly booking: Booking;
  readonly now: Date;
  readonly isAdmin: boolean;
  /** Renders the grip to drag the booking by, where there is another column. */
  readonly grip?: ((booking: Booking) => ReactNode) | undefined;
  readonly onMove: () => void;
}

export function BookingCard({ booking, now, isAdmin, grip, onMove }: Props) {
  const { start, end, studentName, phone, topic, videoUrl, needsMentor, mentorId, earlierCalls } = booking;
  const isToCome = isUpcoming(booking, now);
  return (
    <li>
      <Card className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="tabular font-semibold text-lg">{formatTimeRange(start, end)}</p>
          {needsMentor && <Badge tone="danger">Needs a mentor</Badge>}
          {!isToCome && end > now && <Badge tone="highlight">Now</Badge>}
          {isToCome && mentorId && grip?.(booking)}
        </div>
        <div>
          <p className="wrap-anywhere font-semibold">
            {isAdmin ? <StudentLink id={booking.studentId}>{studentName}</StudentLink> : studentName}
          </p>
          <p className="text-muted text-sm">{aboutStudent(booking)}</p>
        </div>
        {topic && <p className="wrap-anywhere whitespace-pre-line">{topic}</p>}
        <div className="flex flex-wrap gap-2">
          <ContactLinks name={studentName} phone={phone} />
          {videoUrl && end > now && (
            <ContactLink to={videoUrl} text="Video call" name={`Video call with ${studentName}`}>
              <Video aria-hidden className="size-4" />
            </ContactLink>
          )}
          <Link
            to={`/agenda/options?student=${booking.studentId}`}
            aria-label={`Option list of ${studentName}, ${formatSpokenTimeRange(start, end)}`}
            className={buttonClasses({ size: "small", variant: "secondary" })}
          >
            Option list
          </Link>
          {isToCome && mentorId && (
            <Button
              size="small"
              variant="secondary"
              aria-label={`Other mentor: ${studentName}, ${formatSpokenTimeRange(start, end)}`}
              onClick={onMove}
            >
              Other mentor
            </Button>
          )}
        </div>
        <div>
          <Expandable text="Documents" name={`Documents of ${studentName}`}>
            <StudentDocuments booking={booking} isAdmin={isAdmin} />
          </Expandable>
          {earlierCalls > 0 && (
            <Expandable text="Notes" name={`Notes of earlier calls with ${studentName}`}>
              <EarlierNotes booking={booking} />
            </Expandable>
          )}
        </div>
        {!isToCome && (
          <>
            <Outcome booking={booking} isAdmin={isAdmin} />
            <WriteAgreement booking={booking} />
          </>
        )}
      </Card>
    </li>
  );
}
