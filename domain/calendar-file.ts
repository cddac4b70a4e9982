/** A booked slot as a file that calendars take (RFC 5545). */

import type { OwnSlot } from "./slots.ts";

const MAX_LINE_OCTETS = 75;
/** Counting from here, seconds fit into the 32 bits of a sequence until 2088. */
const SEQUENCE_START_MS = Date.UTC(2020, 0, 1);

export interface CalendarEntry {
  readonly slot: OwnSlot;
  readonly summary: string;
  readonly description: string;
  readonly createdAt: Date;
}

/** The same slot always has the same UID, so that a moved one takes the place of the former in the calendar. */
export function calendarFile({ slot, summary, description, createdAt }: CalendarEntry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Maarga//Slots//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${slot.id}@maarga`,
    // Nobody counts how often a slot was moved; the later file has the later figure, and that is all it takes.
    `SEQUENCE:${Math.floor((createdAt.getTime() - SEQUENCE_START_MS) / 1000)}`,
    `DTSTAMP:${utc(createdAt)}`,
    `DTSTART:${utc(slot.start)}`,
    `DTEND:${utc(slot.end)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

/** "20261121T050000Z" */
function utc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/(?!\t)\p{Cc}/gu, "");
}

/** Goes on in a new line that begins with a space, never in the middle of a letter. */
function fold(line: string): string {
  let folded = "";
  let octets = 0;
  for (const letter of line) {
    const length = new TextEncoder().encode(letter).length;
    if (octets + length > MAX_LINE_OCTETS) {
      folded += "\r\n ";
      octets = 1;
    }
    folded += letter;
    octets += length;
  }
  return folded;
}
