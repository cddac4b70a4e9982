import { MessageCircle, Phone, Video } from "lucide-react";
import type { ReactNode } from "react";
import { findWhatsAppNumber } from "../../../domain/contact-details.ts";
import { formatSpokenTimeRange, formatTimeRange } from "../../../domain/kolkata-time.ts";
import { isUpcoming } from "../../../domain/slots.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button, buttonClasses } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import type { Booking } from "./agenda.ts";
import { WriteAgreement } from "./agreement-dialog.tsx";
import { aboutStudent } from "./booking-text.ts";
import { EarlierNotes } from "./earlier-notes.tsx";
import { Expandable } from "./expandable.tsx";
import { Outcome } from "./outcome.tsx";
import { Papers } from "./papers.tsx";

interface Props {
  readonly booking: Booking;
  readonly now: Date;
  readonly isAdmin: boolean;
  readonly onMove: (booking: Booking) => void;
}

export function BookingCard({ booking, now, isAdmin, onMove }: Props) {
  const { start, end, studentName, phone, topic, videoUrl, needsMentor, mentorId, earlierCalls } = booking;
  const whatsApp = findWhatsAppNumber(phone);
  const isToCome = isUpcoming(booking, now);
  return (
    <li>
      <Card className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p className="tabular font-semibold text-lg">{formatTimeRange(start, end)}</p>
          {needsMentor && <Badge tone="danger">Needs a mentor</Badge>}
          {!isToCome && end > now && <Badge tone="highlight">Now</Badge>}
        </div>
        <div>
          <p className="wrap-anywhere font-semibold">{studentName}</p>
          <p className="text-muted text-sm">{aboutStudent(booking)}</p>
        </div>
        {topic && <p className="wrap-anywhere whitespace-pre-line">{topic}</p>}
        <div className="flex flex-wrap gap-2">
          {/\d/.test(phone) && (
            <ContactLink
              to={`tel:${phone.replace(/[^\d+]/g, "")}`}
              text="Call"
              name={`Call ${studentName}, ${phone}`}
            >
              <Phone aria-hidden className="size-4" />
            </ContactLink>
          )}
          {whatsApp && (
            <ContactLink to={`https://wa.me/${whatsApp}`} text="WhatsApp" name={`WhatsApp ${studentName}`}>
              <MessageCircle aria-hidden className="size-4" />
            </ContactLink>
          )}
          {videoUrl && end > now && (
            <ContactLink to={videoUrl} text="Video call" name={`Video call with ${studentName}`}>
              <Video aria-hidden className="size-4" />
            </ContactLink>
          )}
          {isToCome && mentorId && (
            <Button
              size="small"
              variant="secondary"
              aria-label={`Other mentor: ${studentName}, ${formatSpokenTimeRange(start, end)}`}
              onClick={() => onMove(booking)}
            >
              Other mentor
            </Button>
          )}
        </div>
        <div>
          <Expandable text="Papers" name={`Papers of ${studentName}`}>
            <Papers booking={booking} isAdmin={isAdmin} />
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

interface ContactLinkProps {
  readonly to: string;
  readonly text: string;
  readonly name: string;
  readonly children: ReactNode;
}

function ContactLink({ to, text, name, children }: ContactLinkProps) {
  return (
    <a
      href={to}
      aria-label={name}
      className={buttonClasses({ variant: "secondary", size: "small" })}
      {...(to.startsWith("https:") && { target: "_blank", rel: "noreferrer" })}
    >
      {children}
      {text}
    </a>
  );
}
