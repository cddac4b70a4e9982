import type { FactRecord } from "./fact-record.ts";

interface Part {
  readonly text: string;
  /** The `datetime` attribute of <time>. */
  readonly dateTime?: string;
}

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Returns the text of a fact, such as "4–7 Aug 2025" or "1 Aug 2025, 11 am". */
export function factParts({ value }: FactRecord): readonly Part[] {
  if (typeof value === "string") return [{ text: value }];
  const { from, until } = value;
  if (until === undefined) return [{ text: dayText(from), dateTime: from }];
  const sameMonth = from.slice(0, 7) === until.slice(0, 7);
  return [
    { text: sameMonth ? dayOfMonth(from) : dayAndMonth(from), dateTime: from },
    { text: "–" },
    { text: dayText(until), dateTime: until },
  ];
}

export function dayText(iso: string): string {
  const [day = "", clock] = iso.split("T");
  const text = `${dayAndMonth(day)} ${day.slice(0, 4)}`;
  return clock === undefined ? text : `${text}, ${clockText(clock)}`;
}

function dayAndMonth(iso: string): string {
  return `${dayOfMonth(iso)} ${MONTHS[Number(iso.slice(5, 7)) - 1]}`;
}

function dayOfMonth(iso: string): string {
  return String(Number(iso.slice(8, 10)));
}

function clockText(clock: string): string {
  const [hour = 0, minute = 0] = clock.split(":").map(Number);
  const minutes = minute === 0 ? "" : `.${String(minute).padStart(2, "0")}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? "am" : "pm"}`;
}
