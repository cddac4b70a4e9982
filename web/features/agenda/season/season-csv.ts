import { dayAfter } from "../../../../domain/kolkata-time.ts";
import { csvOf } from "../../../ui/csv.ts";
import type { MentorWeeks } from "./season.ts";

const HEADERS = [
  "Week from",
  "Mentor",
  "Held",
  "Missed",
  "Not marked",
  "To come",
  "Hours held",
  "Hours missed",
  "Hours free",
];

/** The file has a row per week and mentor. Hours have a decimal point, as spreadsheet programs in India read them. */
export function seasonCsv(firstDay: string, mentors: readonly MentorWeeks[]): string {
  const rows = mentors.flatMap(({ name, weeks }) =>
    weeks.map((week, index) => [
      dayAfter(firstDay, 7 * index),
      name,
      ...[week.held, week.missed, week.unmarked, week.coming].map(String),
      ...[week.heldMinutes, week.missedMinutes, week.freeMinutes].map((minutes) => String(minutes / 60)),
    ]),
  );
  return csvOf([HEADERS, ...rows]);
}
