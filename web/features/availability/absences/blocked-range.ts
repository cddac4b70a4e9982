import {
  dayOf,
  findBoundsOfDay,
  findInstant,
  formatDay,
  formatTimeRange,
  timeOf,
} from "../../../../domain/kolkata-time.ts";

export interface Range {
  readonly start: Date;
  readonly end: Date;
}

export interface TypedRange {
  readonly isWholeDay: boolean;
  readonly day: string;
  /** Empty for a single day. */
  readonly lastDay: string;
  readonly from: string;
  readonly until: string;
}

export interface Problem {
  readonly field: "day" | "lastDay" | "until";
  readonly text: string;
}

const MAX_DAYS = 92;
const DAY_MS = 24 * 60 * 60 * 1000;

export function findRange(typed: TypedRange, now: Date): Range | Problem {
  const { isWholeDay, day, lastDay, from, until } = typed;
  const first = findBoundsOfDay(day);
  if (!first) return { field: "day", text: "Please choose a day." };
  if (day < dayOf(now)) return { field: "day", text: "This day has passed." };
  if (isWholeDay) {
    const last = findBoundsOfDay(lastDay || day);
    if (!last || last.start < first.start)
      return { field: "lastDay", text: "The last day must not be before the first." };
    if (last.end.getTime() - first.start.getTime() > MAX_DAYS * DAY_MS)
      return { field: "lastDay", text: `At most ${MAX_DAYS} days at once.` };
    return { start: first.start, end: last.end };
  }
  const [start, end] = [findInstant(day, from), findInstant(day, until)];
  if (!start || !end || end <= start) return { field: "until", text: "The end must be after the start." };
  if (end <= now) return { field: "until", text: "This time has passed." };
  return { start, end };
}

/** "Sat 21 Nov", "Sat 21 Nov – Mon 23 Nov", "Sat 21 Nov, 10:00 AM – 1:00 PM" */
export function formatRange({ start, end }: Range): string {
  const last = new Date(end.getTime() - 1);
  const isOneDay = dayOf(start) === dayOf(last);
  const isWholeDays = timeOf(start) === "00:00" && timeOf(end) === "00:00";
  if (isOneDay && !isWholeDays) return `${formatDay(start)}, ${formatTimeRange(start, end)}`;
  return isOneDay ? formatDay(start) : `${formatDay(start)} – ${formatDay(last)}`;
}
