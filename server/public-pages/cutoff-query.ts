import { z } from "zod";
import { WORDS } from "../../domain/likelihood.ts";
import { roundName } from "../../domain/round-names.ts";
import { withQuery } from "./page-parts.ts";
import { isWholeNumber, queryText } from "./query-text.ts";
import type { Directory, Round } from "./rows/directory.ts";
import type { SeatSearch } from "./rows/search-seats.ts";

/** The categories that a form offers. Since 2026, SC is printed as four groups. */
export const CATEGORIES = ["GM", "1", "2A", "2B", "3A", "3B", "SC", "S1", "S2", "S3", "S4", "ST"] as const;

const MAX_RANK = 9_999_999;
/** The search takes no more courses at once. */
const MAX_COURSES = 200;
const MAX_PAGE = 3_000;

/** Each value as it was typed, so that a form with a mistake loses nothing. */
const querySchema = z.object({
  exam: queryText(60),
  rank: queryText(12),
  category: queryText(4),
  rural: queryText(3),
  kannada: queryText(3),
  region371j: queryText(3),
  list: queryText(12),
  word: queryText(12),
  course: queryText(80),
  district: queryText(60),
  kind: queryText(60),
  fee: queryText(12),
  page: queryText(6),
});
export type CutoffQuery = z.infer<typeof querySchema>;
export type Problems = Partial<Record<keyof CutoffQuery, string>>;
export type CutoffSearch = Omit<SeatSearch, "limit" | "offset"> & { readonly page: number };

export const parseCutoffQuery = (query: unknown): CutoffQuery => querySchema.parse(query);

export const cutoffAddress = (query: CutoffQuery, path = "/cutoffs"): string => withQuery(path, query);

/** Returns the search of a query, or the problem of each field. */
export function readSearch(query: CutoffQuery, directory: Directory): CutoffSearch | Problems {
  const problems: Problems = {};
  const exam = query.exam || (directory.lists[0]?.code ?? "");
  if (!directory.lists.some(({ code }) => code === exam)) problems.exam = "Choose an exam from the list.";
  const rank = readNumber(query.rank) ?? 0;
  if (rank < 1 || rank > MAX_RANK) problems.rank = "Write your rank as a number, such as 12345.";
  const fee = readNumber(query.fee);
  if (query.fee && fee === undefined) problems.fee = "Write the fee in rupees, such as 120000.";
  const list = roundsOf(exam, directory).find((each) => keyOf(each) === query.list);
  if (query.list && !list && !problems.exam) problems.list = "Choose a list of this exam.";
  const courses = query.course ? findCourses(exam, query.course, directory) : undefined;
  if (courses && courses.length > MAX_COURSES) problems.course = "Write more of the name of the course.";
  const isIn = (value: string, options: readonly (string | null)[]) => !value || options.includes(value);
  if (!isIn(query.category, CATEGORIES)) problems.category = "Choose a category from the list.";
  if (!isIn(query.word, WORDS)) problems.word = "Choose a word from the list.";
  const { colleges } = directory;
  if (
    !isIn(
      query.district,
      colleges.map(({ district }) => district),
    )
  )
    problems.district = "Choose a district from the list.";
  if (
    !isIn(
      query.kind,
      colleges.map(({ kind }) => kind),
    )
  )
    problems.kind = "Choose a kind from the list.";
  if (Object.keys(problems).length > 0) return problems;
  return {
    exam,
    rank,
    category: query.category || "GM",
    isRural: query.rural !== "",
    isKannadaMedium: query.kannada !== "",
    is371j: query.region371j !== "",
    courses,
    district: query.district,
    kind: query.kind,
    fee,
    list,
    word: query.word,
    page: isWholeNumber(query.page) ? Math.min(Math.max(1, Number(query.page)), MAX_PAGE) : 1,
  };
}

export const isSearch = (read: CutoffSearch | Problems): read is CutoffSearch =>
  typeof read.rank === "number";

/** Reads 12345, 12,345 and ₹1,20,000. COMEDK and KEA print some ranks with decimals. */
function readNumber(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, "");
  return /^[0-9]{1,9}(\.[0-9]{1,3})?$/.test(plain) ? Number(plain) : undefined;
}

/** The courses whose name has the text, or whose code it is. */
function findCourses(exam: string, text: string, { courses }: Directory): string[] {
  const wanted = text.toLowerCase();
  return courses
    .filter(({ list }) => list === exam)
    .filter(({ key, name }) => name.toLowerCase().includes(wanted) || key.toLowerCase() === wanted)
    .map(({ key }) => key);
}

export const roundsOf = (exam: string, { rounds }: Directory): readonly Round[] =>
  rounds.filter(({ list }) => list === exam);

export const keyOf = ({ year, round }: Pick<Round, "year" | "round">): string => `${year}-${round}`;

export const nameOfRound = ({ year, round, isProvisional }: Omit<Round, "list">): string =>
  `${year}, ${roundName(round)}${isProvisional ? " (provisional)" : ""}`;
