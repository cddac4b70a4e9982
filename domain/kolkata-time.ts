/**
 * Days and times as the clocks in Karnataka show them, whatever the visitor's clock says. India keeps UTC+05:30 all
 * year, so a fixed shift is exact, and the words are the same in every browser.
 *
 * A day is text such as "2026-11-21", a time of it "10:30": what date and time inputs hold.
 */

const OFFSET_MS = 330 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** A date whose UTC fields show what clocks in Karnataka show at that instant. */
function inKarnataka(instant: Date): Date {
  return new Date(instant.getTime() + OFFSET_MS);
}

export function dayOf(instant: Date): string {
  return inKarnataka(instant).toISOString().slice(0, 10);
}

export function timeOf(instant: Date): string {
  return inKarnataka(instant).toISOString().slice(11, 16);
}

/** Undefined for what no calendar and no clock shows: an empty field, 30 February, 24:00. */
export function findInstant(day: string, time: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return undefined;
  const instant = new Date(`${day}T${time}:00+05:30`);
  if (Number.isNaN(instant.getTime())) return undefined;
  return dayOf(instant) === day && timeOf(instant) === time ? instant : undefined;
}

/** From the midnight that opens a day to the one that closes it. */
export function findBoundsOfDay(day: string): { start: Date; end: Date } | undefined {
  const start = findInstant(day, "00:00");
  return start && { start, end: new Date(start.getTime() + DAY_MS) };
}

/** "Sat 21 Nov" */
export function formatDay(instant: Date): string {
  const { weekday, date, month } = wordsOf(instant);
  return `${weekday.slice(0, 3)} ${date} ${month.slice(0, 3)}`;
}

/** "10:30 AM" */
export function formatTime(instant: Date): string {
  const [clock, half] = clockOf(instant);
  return `${clock} ${half}`;
}

/** "10:30 – 11:00 AM", "11:30 AM – 12:00 PM" */
export function formatTimeRange(start: Date, end: Date): string {
  return range(start, end, "–");
}

/** "Saturday 21 November": for a screen reader, which spells abbreviations out in its own way or not at all. */
export function formatSpokenDay(instant: Date): string {
  const { weekday, date, month } = wordsOf(instant);
  return `${weekday} ${date} ${month}`;
}

/** "Saturday 21 November, 10:30 to 11:00 AM": for a screen reader, as with dashes it is no better. */
export function formatSpokenTimeRange(start: Date, end: Date): string {
  return `${formatSpokenDay(start)}, ${range(start, end, "to")}`;
}

/** "2027-12-31 23:59" */
export function formatDateTime(instant: Date): string {
  return `${dayOf(instant)} ${timeOf(instant)}`;
}

/** The other way round; a T in the middle, as inputs of type datetime-local have it, is fine too. */
export function findDateTime(text: string): Date | undefined {
  const [day = "", time = "", ...more] = text.trim().split(/[ T]/);
  return more.length === 0 ? findInstant(day, time) : undefined;
}

function wordsOf(instant: Date) {
  const shown = inKarnataka(instant);
  return {
    weekday: WEEKDAYS[shown.getUTCDay()] ?? "",
    date: shown.getUTCDate(),
    month: MONTHS[shown.getUTCMonth()] ?? "",
  };
}

function clockOf(instant: Date): [clock: string, half: "AM" | "PM"] {
  const shown = inKarnataka(instant);
  const hours = shown.getUTCHours();
  const minutes = String(shown.getUTCMinutes()).padStart(2, "0");
  return [`${hours % 12 || 12}:${minutes}`, hours < 12 ? "AM" : "PM"];
}

function range(start: Date, end: Date, between: string): string {
  const [clock, half] = clockOf(start);
  const from = half === clockOf(end)[1] ? clock : `${clock} ${half}`;
  return `${from} ${between} ${formatTime(end)}`;
}
