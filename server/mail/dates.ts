import {
  dayOf,
  formatDay,
  formatSpokenDay,
  formatTime,
  formatTimeRange,
  timeOf,
} from "../../domain/kolkata-time.ts";
import type { Translated } from "../../domain/languages.ts";

/** Days and times as mails write them, in Indian time. */
interface Dates {
  /** "Sat 21 Nov" */
  readonly day: (instant: Date) => string;
  /** "Saturday 21 November 2026", because mails are read in other years. */
  readonly fullDay: (instant: Date) => string;
  /** "10:30 AM" */
  readonly time: (instant: Date) => string;
  /** "10:30 – 11:00 AM" */
  readonly timeRange: (start: Date, end: Date) => string;
}

const WEEKDAYS_KN = ["ಭಾನುವಾರ", "ಸೋಮವಾರ", "ಮಂಗಳವಾರ", "ಬುಧವಾರ", "ಗುರುವಾರ", "ಶುಕ್ರವಾರ", "ಶನಿವಾರ"] as const;
const MONTHS_KN = [
  "ಜನವರಿ",
  "ಫೆಬ್ರವರಿ",
  "ಮಾರ್ಚ್",
  "ಏಪ್ರಿಲ್",
  "ಮೇ",
  "ಜೂನ್",
  "ಜುಲೈ",
  "ಆಗಸ್ಟ್",
  "ಸೆಪ್ಟೆಂಬರ್",
  "ಅಕ್ಟೋಬರ್",
  "ನವೆಂಬರ್",
  "ಡಿಸೆಂಬರ್",
] as const;

/** Each part of the day with the hour at which it ends. Kannada names the part, where English has AM and PM. */
const PARTS_OF_DAY_KN = [
  [4, "ರಾತ್ರಿ"],
  [12, "ಬೆಳಿಗ್ಗೆ"],
  [16, "ಮಧ್ಯಾಹ್ನ"],
  [19, "ಸಂಜೆ"],
  [24, "ರಾತ್ರಿ"],
] as const;

function datePartsOf(instant: Date) {
  const day = dayOf(instant);
  const date = new Date(`${day}T00:00:00Z`);
  return {
    weekday: WEEKDAYS_KN[date.getUTCDay()] ?? "",
    date: date.getUTCDate(),
    month: MONTHS_KN[date.getUTCMonth()] ?? "",
    year: day.slice(0, 4),
  };
}

function clockOf(instant: Date): { readonly part: string; readonly clock: string } {
  const [hours = "", minutes] = timeOf(instant).split(":");
  const part = PARTS_OF_DAY_KN.find(([end]) => Number(hours) < end)?.[1] ?? "";
  return { part, clock: `${Number(hours) % 12 || 12}:${minutes}` };
}

const KANNADA: Dates = {
  day: (instant) => {
    const { weekday, date, month } = datePartsOf(instant);
    return `${weekday} ${date} ${month}`;
  },
  fullDay: (instant) => {
    const { weekday, date, month, year } = datePartsOf(instant);
    return `${weekday}, ${date} ${month} ${year}`;
  },
  time: (instant) => {
    const { part, clock } = clockOf(instant);
    return `${part} ${clock}`;
  },
  timeRange: (start, end) => {
    const [from, to] = [clockOf(start), clockOf(end)];
    return `${from.part} ${from.clock} ರಿಂದ ${from.part === to.part ? to.clock : `${to.part} ${to.clock}`}`;
  },
};

export const DATES: Translated<Dates> = {
  en: {
    day: formatDay,
    fullDay: (instant) => `${formatSpokenDay(instant)} ${dayOf(instant).slice(0, 4)}`,
    time: formatTime,
    timeRange: formatTimeRange,
  },
  kn: KANNADA,
};
