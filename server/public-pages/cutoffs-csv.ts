import { csvOf } from "../../domain/csv.ts";
import { meaningOf } from "../../domain/likelihood.ts";
import { nameOfRound } from "./cutoff-query.ts";
import type { Answer } from "./cutoffs-page.ts";
import { kindOf } from "./words.ts";

/** As many as one search gives: a file of this length opens on a phone. */
export const MAX_CSV_ROWS = 500;

const HEADINGS = [
  "Authority",
  "College code",
  "College",
  "District",
  "Kind",
  "Course code",
  "Course",
  "Word",
  "What it means",
  "Category",
  "Closing rank",
  "List",
  "Other copies that agree",
  "Other copies that differ",
  "Fee a year, at most (₹)",
];

export function cutoffsCsv({ seats, total }: Answer): string {
  const rows = seats.map((seat) => [
    seat.space,
    seat.collegeCode,
    seat.college,
    seat.district ?? "",
    seat.collegeKind ? kindOf(seat.collegeKind) : "",
    seat.key,
    seat.course,
    seat.word ?? "",
    meaningOf(seat),
    seat.category,
    String(seat.closingRank),
    nameOfRound(seat),
    String(seat.agree),
    String(seat.differ),
    seat.fee === null ? "" : String(seat.fee),
  ]);
  const rest =
    total > seats.length
      ? [[`The first ${seats.length} of ${total} seats. Ask for less to get the others.`]]
      : [];
  return csvOf([HEADINGS, ...rows, ...rest]);
}
