import { readCsv } from "../office-files/csv.ts";
import { decodeText } from "../office-files/decode-text.ts";
import { readXlsx } from "../office-files/xlsx.ts";
import { ListProblem } from "./list-problem.ts";
import type { PrintedList, PrintedRow } from "./printed-list.ts";
import { CATEGORY, NONE, readRank } from "./values.ts";

const COLUMNS = {
  college: /^college_?\s?code$/i,
  name: /^college(_?\s?name)?$/i,
  code: /^course_?\s?code$/i,
  course: /^course(_?\s?name)?$/i,
  category: /^category$/i,
  rank: /^(closing_?\s?)?rank$/i,
  exam: /^(exam|merit_list)$/i,
  year: /^year$/i,
  round: /^round$/i,
} as const;
type Column = keyof typeof COLUMNS;

/**
 * Reads closing ranks from a table with headings: either one rank a row (college_code, college_name, course_code,
 * course_name, category, closing_rank), or one course a row with a column for each category.
 */
export function readListTable(bytes: Buffer): PrintedList {
  const isWorkbook = bytes.subarray(0, 2).toString("latin1") === "PK";
  const sheets = isWorkbook ? readXlsx(bytes).sheets : [readCsv(decodeText(bytes))];
  const rows = sheets.find((sheet) => findColumns(sheet[0] ?? []).college !== undefined);
  if (!rows) throw new ListProblem("This file has no column college_code in its first row.");
  const [headings = [], ...others] = rows;
  const columns = findColumns(headings);
  const { name, course } = columns;
  if (name === undefined || course === undefined)
    throw new ListProblem("This file needs the columns college_name and course_name.");
  const categories = columns.rank === undefined ? categoryColumns(headings) : [];
  if (columns.rank === undefined ? categories.length === 0 : columns.category === undefined)
    throw new ListProblem(
      "This file has neither the columns category and closing_rank nor a column for each category.",
    );

  const found = new Map<string, { row: PrintedRow; ranks: Map<string, string> }>();
  for (const [index, cells] of others.entries()) {
    const fail = (what: string) => new ListProblem(`Line ${index + 2}: ${what}`);
    const cell = (column: Column) => (columns[column] === undefined ? "" : (cells[columns[column]] ?? ""));
    const seat = {
      college: cell("college"),
      name: cell("name"),
      code: cell("code") || null,
      course: cell("course"),
    };
    if (!/^[A-Z]\d{3}$/.test(seat.college))
      throw fail(`"${seat.college.slice(0, 40)}" is no code of a college.`);
    if (seat.course === "" || seat.name === "") throw fail("the college or the course has no name.");
    const key = `${seat.college}\0${seat.code ?? seat.course}`;
    const known = found.get(key) ?? { row: { ...seat, ranks: [] }, ranks: new Map<string, string>() };
    found.set(key, known);
    const given =
      columns.rank === undefined
        ? categories.map(([category, at]) => [category, cells[at] ?? ""] as const)
        : [[cell("category"), cell("rank")] as const];
    for (const [category, text] of given) {
      if (!CATEGORY.test(category)) throw fail(`"${category.slice(0, 40)}" is no category.`);
      if (text === "" || text === NONE) continue;
      const rank = readRank(text);
      if (rank === undefined) throw fail(`"${text.slice(0, 40)}" is no rank.`);
      if (known.ranks.has(category))
        throw fail(`${seat.college}, ${seat.course}, ${category} is there twice.`);
      known.ranks.set(category, rank);
    }
  }
  if (found.size === 0) throw new ListProblem("This file has no closing ranks.");
  const [first = []] = others;
  const only = (column: Column) => (columns[column] === undefined ? "" : (first[columns[column]] ?? ""));
  return {
    title: "",
    columns: {
      ...(only("exam") && { meritList: only("exam") }),
      ...(only("year") && { year: Number(only("year")) }),
      ...(only("round") && { round: only("round") }),
    },
    rows: [...found.values()].map(({ row, ranks }) => ({
      ...row,
      ranks: [...ranks].map(([category, rank]) => ({ category, rank })),
    })),
  };
}

function findColumns(headings: readonly string[]): Partial<Record<Column, number>> {
  const entries = Object.entries(COLUMNS).map(([column, pattern]) => [
    column,
    headings.findIndex((heading) => pattern.test(heading.trim())),
  ]);
  return Object.fromEntries(entries.filter(([, at]) => at !== -1));
}

function categoryColumns(headings: readonly string[]): (readonly [string, number])[] {
  return headings.flatMap((heading, at) => (CATEGORY.test(heading) ? [[heading, at] as const] : []));
}
