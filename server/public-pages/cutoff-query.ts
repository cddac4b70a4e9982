import { z } from "zod";
import { BASES } from "./candidate.ts";
import { withQuery } from "./page-parts.ts";
import { isWholeNumber, queryText } from "./query-text.ts";
import type { Directory, Round } from "./rows/directory.ts";
import { roundOf } from "./words.ts";

const MAX_RANK = 9_999_999;

/** Each value as it was typed, so that a form with a mistake loses nothing. */
const querySchema = z.object({
  exam: queryText(60),
  rank: queryText(12),
  category: queryText(4),
  rural: queryText(3),
  kannada: queryText(3),
  region371j: queryText(3),
  list: queryText(12),
  course: queryText(80),
  district: queryText(60),
  kind: queryText(60),
  fee: queryText(12),
  page: queryText(6),
});
export type CutoffQuery = z.infer<typeof querySchema>;
export type Problems = Partial<Record<keyof CutoffQuery, string>>;

export const parseCutoffQuery = (query: unknown): CutoffQuery => querySchema.parse(query);

export const cutoffAddress = (query: CutoffQuery, path = "/cutoffs"): string => withQuery(path, query);

export interface Question {
  readonly exam: string;
  readonly rank: number;
  readonly round: Round;
  readonly page: number;
  readonly fee: number | undefined;
}

/** What a query asks, or what is wrong with it, for each field. */
export function readQuestion(query: CutoffQuery, directory: Directory): Question | Problems {
  const problems: Problems = {};
  const lists = directory.lists.map(({ code }) => code);
  const exam = query.exam || (lists[0] ?? "");
  if (!lists.includes(exam)) problems.exam = "Choose an exam from the list.";
  const rank = readNumber(query.rank);
  if (rank === undefined || rank < 1 || rank > MAX_RANK)
    problems.rank = "Write your rank as a number, such as 12345.";
  if (query.category && !(BASES as readonly string[]).includes(query.category))
    problems.category = "Choose a category from the list.";
  const rounds = roundsOf(exam, directory);
  const round = query.list ? rounds.find((each) => keyOf(each) === query.list) : usualRound(rounds);
  if (!round && !problems.exam) problems.list = "Choose a list of this exam.";
  const fee = query.fee === "" ? undefined : readNumber(query.fee);
  if (query.fee !== "" && fee === undefined) problems.fee = "Write the fee in rupees, such as 120000.";
  const { colleges } = directory;
  if (query.district && !colleges.some(({ district }) => district === query.district))
    problems.district = "Choose a district from the list.";
  if (query.kind && !colleges.some(({ kind }) => kind === query.kind))
    problems.kind = "Choose a kind from the list.";
  if (Object.keys(problems).length > 0 || rank === undefined || !round) return problems;
  return { exam, rank, round, fee, page: isWholeNumber(query.page) ? Math.max(1, Number(query.page)) : 1 };
}

export const isQuestion = (read: Question | Problems): read is Question => typeof read.rank === "number";

/** Reads 12345, 12,345 and ₹1,20,000. COMEDK and KEA print some ranks with decimals. */
function readNumber(text: string): number | undefined {
  const plain = text.replace(/[₹,\s]/g, "");
  return /^[0-9]{1,9}(\.[0-9]{1,3})?$/.test(plain) ? Number(plain) : undefined;
}

export const roundsOf = (exam: string, { rounds }: Directory): readonly Round[] =>
  rounds.filter(({ list }) => list === exam);

export const keyOf = ({ year, round }: Pick<Round, "year" | "round">): string => `${year}-${round}`;

/** The newest first round, which has the most seats; a mock list allots none. */
export function usualRound(rounds: readonly Round[]): Round | undefined {
  return rounds.find(({ round }) => round === "1") ?? rounds.find(({ isMock }) => !isMock) ?? rounds[0];
}

export const nameOfRound = ({ year, round, isProvisional }: Round): string =>
  `${year}, ${roundOf(round)}${isProvisional ? " (provisional)" : ""}`;
