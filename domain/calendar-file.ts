/** A booked slot as a calendar file (RFC 5545). */

import type { OwnSlot } from "./slots.ts";

const MAX_LINE_OCTETS = 75;
/** Seconds from here fit into the 32 bits of a sequence number until 2088. */
const SEQUENCE_START_MS = Date.UTC(2020, 0, 1);

export interface CalendarEntry {
  readonly slot: OwnSlot;
  readonly summary: string;
  readonly description: string;
  readonly createdAt: Date;
}

/** A slot keeps its UID when it moves, so that calendars replace the old entry. */
export function calendarFile({ slot, summary, description, createdAt }: CalendarEntry): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Maarga//Slots//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${slot.id}@maarga`,
    // The number of moves is not stored. Any number that increases from file to file will do.
    `SEQUENCE:${Math.floor((createdAt.getTime() - SEQUENCE_START_MS) / 1000)}`,
    `DTSTAMP:${formatUtc(createdAt)}`,
    `DTSTART:${formatUtc(slot.start)}`,
    `DTEND:${formatUtc(slot.end)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

/** "20261121T050000Z" */
function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`;
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, "\\$&")
    .replace(/\r\n|\r|\n/g, "\\n")
    .replace(/(?!\t)\p{Cc}/gu, "");
}

/** Continuation lines begin with a space. Characters are never split. */
function foldLine(line: string): string {
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
