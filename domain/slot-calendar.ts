/** The calendar entry of a slot: the same in the file of one slot and in the feed of all. */

import { type CalendarEntry, calendarFile } from "./calendar-file.ts";
import { type Call, describeCall } from "./calls.ts";
import { dayOf } from "./kolkata-time.ts";
import type { TimeRange } from "./slots.ts";

export interface SlotInCalendar extends TimeRange {
  readonly id: string;
  /** When the slot was booked or moved, or later. Calendars keep the version with the latest instant. */
  readonly changedAt: Date;
  readonly call?: Call | undefined;
  /** The name of the student, in the calendar of the mentor who holds the call. */
  readonly student?: string | undefined;
}

export interface CalendarTexts {
  readonly summary: string;
  readonly describeCall: (call: Call | undefined) => string;
  readonly change: (url: string) => string;
  readonly addAgain: string;
}

export const ENGLISH_CALENDAR_TEXTS: CalendarTexts = {
  summary: "Maarga mentor slot",
  describeCall,
  change: (url) => `Move or delete the slot at ${url}.`,
  addAgain: "If you move it, add it to the calendar again.",
};

interface Source {
  readonly siteUrl: string;
  /** English by default, like the screens. */
  readonly texts?: CalendarTexts | undefined;
  readonly support?: { readonly email?: string | undefined; readonly phone?: string | undefined } | undefined;
}

function toEntry(
  { call, student, ...slot }: SlotInCalendar,
  { siteUrl, texts = ENGLISH_CALENDAR_TEXTS, support }: Source,
  note = "",
): CalendarEntry {
  const own =
    student === undefined
      ? {
          summary: texts.summary,
          description: `${texts.describeCall(call)}\n${texts.change(`${siteUrl}/book-slot`)}${note}`,
        }
      : {
          summary: `Maarga call with ${student}`,
          // Whatever else a call needs is behind a login: the providers of calendars read them, and their owners share them.
          description: `Phone number, topic and documents: ${siteUrl}/agenda?day=${dayOf(slot.start)}`,
        };
  const contact = [call?.mentor, "Maarga", support?.phone, support?.email].filter(Boolean).join(", ");
  return { ...slot, ...own, contact, alarmMinutes: 15 };
}

/** Returns the file of one slot. The file of a moved slot replaces the earlier entry. */
export function slotCalendarFile({ slot, ...source }: Source & { readonly slot: SlotInCalendar }): string {
  const { addAgain } = source.texts ?? ENGLISH_CALENDAR_TEXTS;
  return calendarFile([toEntry(slot, source, ` ${addAgain}`)]);
}

/** Calendar programs ask again after about an hour. */
const FEED_HEADER = [
  "NAME:Maarga",
  "X-WR-CALNAME:Maarga",
  "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
  "X-PUBLISHED-TTL:PT1H",
];

interface Feed extends Source {
  readonly slots: readonly SlotInCalendar[];
}

/** Returns the calendar of somebody's slots. */
export function slotCalendarFeed({ slots, ...source }: Feed): string {
  return calendarFile(
    slots.map((slot) => toEntry(slot, source)),
    FEED_HEADER,
  );
}
