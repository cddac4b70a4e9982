/** Calendar files (RFC 5545). */

const MAX_LINE_OCTETS = 75;
/** Seconds from here fit into the 32 bits of a sequence number until 2088. */
const SEQUENCE_START_MS = Date.UTC(2020, 0, 1);

export interface CalendarEntry {
  /** Stays the same when the entry moves, so that calendars replace the old one. */
  readonly id: string;
  readonly start: Date;
  readonly end: Date;
  /** When this version was made. */
  readonly changedAt: Date;
  readonly summary: string;
  readonly description: string;
  readonly contact: string;
  readonly alarmMinutes: number;
}

export function calendarFile(entries: readonly CalendarEntry[], header: readonly string[] = []): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Maarga//Slots//EN",
    "CALSCALE:GREGORIAN",
    "METHOD:PUBLISH",
    ...header,
    ...entries.flatMap(linesOf),
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join("");
}

function linesOf(entry: CalendarEntry): string[] {
  const { id, start, end, changedAt, summary, description, contact, alarmMinutes } = entry;
  return [
    "BEGIN:VEVENT",
    `UID:${id}@maarga`,
    // The number of moves is not stored. Any number that increases from version to version will do.
    `SEQUENCE:${Math.floor((changedAt.getTime() - SEQUENCE_START_MS) / 1000)}`,
    `DTSTAMP:${formatUtc(changedAt)}`,
    `DTSTART:${formatUtc(start)}`,
    `DTEND:${formatUtc(end)}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `CONTACT:${escapeText(contact)}`,
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    `DESCRIPTION:${escapeText(summary)}`,
    `TRIGGER:-PT${alarmMinutes}M`,
    "END:VALARM",
    "END:VEVENT",
  ];
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

/**
 * Continuation lines begin with a space. Characters are never split. Feeds have hundreds of thousands of characters, so this
 * neither encodes nor copies each of them: that would block the server for a third of a second.
 */
function foldLine(line: string): string {
  let folded = "";
  let start = 0;
  let octets = 0;
  for (let index = 0; index < line.length; ) {
    const code = line.codePointAt(index) ?? 0;
    const length = octetsOf(code);
    if (octets + length > MAX_LINE_OCTETS) {
      folded += `${line.slice(start, index)}\r\n `;
      start = index;
      octets = 1;
    }
    octets += length;
    index += code < 0x10000 ? 1 : 2;
  }
  return folded + line.slice(start);
}

/** The length of a character in UTF-8. */
function octetsOf(code: number): number {
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x10000 ? 3 : 4;
}
