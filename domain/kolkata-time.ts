/**
 * Days and times in Karnataka, whatever the visitor's time zone. India has UTC+05:30 all year, so a fixed offset is
 * exact, and the texts are the same in every browser.
 *
 * Days and times are text such as "2026-11-21" and "10:30", the values of date and time inputs.
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

/** Returns a date whose UTC fields are the local time in Karnataka. */
function inKarnataka(instant: Date): Date {
  return new Date(instant.getTime() + OFFSET_MS);
}

export function dayOf(instant: Date): string {
  return inKarnataka(instant).toISOString().slice(0, 10);
}

export function timeOf(instant: Date): string {
  return inKarnataka(instant).toISOString().slice(11, 16);
}

/** Returns undefined for values that do not exist, such as an empty field, 30 February or 24:00. */
export function findInstant(day: string, time: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !/^\d\d:\d\d$/.test(time)) return undefined;
  const instant = new Date(`${day}T${time}:00+05:30`);
  if (Number.isNaN(instant.getTime())) return undefined;
  return dayOf(instant) === day && timeOf(instant) === time ? instant : undefined;
}

/** Returns the midnights at the start and at the end of a day. */
export function findBoundsOfDay(day: string): { start: Date; end: Date } | undefined {
  const start = findInstant(day, "00:00");
  return start && { start, end: new Date(start.getTime() + DAY_MS) };
}

/** Adds days, or subtracts them for a negative number. Returns an invalid day as it is. */
export function dayAfter(day: string, days: number): string {
  const noon = findInstant(day, "12:00");
  return noon ? dayOf(new Date(noon.getTime() + days * DAY_MS)) : day;
}

/** "Sat 21 Nov" */
export function formatDay(instant: Date): string {
  const { weekday, date, month } = datePartsOf(instant);
  return `${weekday.slice(0, 3)} ${date} ${month.slice(0, 3)}`;
}

/** "Sat 21 Nov 2026" for "2026-11-21". Returns an invalid day as it is. */
export function formatDayOfYear(day: string): string {
  const noon = findInstant(day, "12:00");
  return noon ? `${formatDay(noon)} ${day.slice(0, 4)}` : day;
}

/** "10:30 AM" */
export function formatTime(instant: Date): string {
  const [clock, dayPeriod] = clockOf(instant);
  return `${clock} ${dayPeriod}`;
}

/** "10:30 – 11:00 AM", "11:30 AM – 12:00 PM" */
export function formatTimeRange(start: Date, end: Date): string {
  return formatRange(start, end, "–");
}

/** "Saturday 21 November", because screen readers pronounce abbreviations in different ways or not at all. */
export function formatSpokenDay(instant: Date): string {
  const { weekday, date, month } = datePartsOf(instant);
  return `${weekday} ${date} ${month}`;
}

/** "Saturday 21 November, 10:30 to 11:00 AM", because screen readers may not pronounce dashes. */
export function formatSpokenTimeRange(start: Date, end: Date): string {
  return `${formatSpokenDay(start)}, ${formatRange(start, end, "to")}`;
}

/** "Sat 21 Nov 2026, 10:30 AM" */
export function formatInstant(instant: Date): string {
  return `${formatDay(instant)} ${dayOf(instant).slice(0, 4)}, ${formatTime(instant)}`;
}

/** "2027-12-31 23:59" */
export function formatDateTime(instant: Date): string {
  return `${dayOf(instant)} ${timeOf(instant)}`;
}

/** Parses "2027-12-31 23:59", or with the T of datetime-local inputs. */
export function findDateTime(text: string): Date | undefined {
  const [day = "", time = "", ...more] = text.trim().split(/[ T]/);
  return more.length === 0 ? findInstant(day, time) : undefined;
}

function datePartsOf(instant: Date) {
  const local = inKarnataka(instant);
  return {
    weekday: WEEKDAYS[local.getUTCDay()] ?? "",
    date: local.getUTCDate(),
    month: MONTHS[local.getUTCMonth()] ?? "",
  };
}

function clockOf(instant: Date): [clock: string, dayPeriod: "AM" | "PM"] {
  const local = inKarnataka(instant);
  const hours = local.getUTCHours();
  const minutes = String(local.getUTCMinutes()).padStart(2, "0");
  return [`${hours % 12 || 12}:${minutes}`, hours < 12 ? "AM" : "PM"];
}

function formatRange(start: Date, end: Date, separator: string): string {
  const [clock, dayPeriod] = clockOf(start);
  const from = dayPeriod === clockOf(end)[1] ? clock : `${clock} ${dayPeriod}`;
  return `${from} ${separator} ${formatTime(end)}`;
}
