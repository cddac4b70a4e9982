import { csvOf } from "../../domain/csv.ts";
import { nameOfRound } from "./cutoff-query.ts";
import { type Answer, feesOf } from "./cutoffs-page.ts";
import type { Directory } from "./rows/directory.ts";
import { nameOfList } from "./words.ts";

/** More than any list has within reach of one rank; a file of this length opens on a phone. */
export const MAX_CSV_ROWS = 1_000;

export function cutoffsCsv({ question, counted, seats }: Answer, directory: Directory): string {
  const { exam, round } = question;
  const colleges = new Map(directory.colleges.map((college) => [college.id, college]));
  const list = `${nameOfList(exam, directory.lists)}, ${nameOfRound(round)}`;
  const rows = seats.flatMap((seat) => {
    const college = colleges.get(seat.collegeId);
    if (!college) return [];
    const ranks = new Map(seat.ranks.map(({ category, rank }) => [category, String(rank)]));
    return [
      [
        college.space,
        college.code,
        college.name,
        college.district ?? "",
        college.kind ?? "",
        seat.code ?? "",
        seat.course,
        feesOf(seat, college, question, directory).join(" or "),
        list,
        ...counted.map(({ id }) => ranks.get(id) ?? ""),
      ],
    ];
  });
  const head = [
    "Authority",
    "College code",
    "College",
    "District",
    "Kind",
    "Course code",
    "Course",
    "Fee a year (₹)",
    "List",
  ];
  return csvOf([[...head, ...counted.map(({ code }) => code)], ...rows]);
}
