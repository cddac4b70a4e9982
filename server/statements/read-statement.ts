import { findOrderNumberIn } from "../../domain/order-number.ts";
import { readCsv } from "../office-files/csv.ts";
import { decodeText } from "../office-files/decode-text.ts";
import {
  MAX_FILE_BYTES,
  MAX_LINES,
  MAX_PREAMBLE_ROWS,
  TableProblem,
  tooManyLines,
} from "../office-files/table-problem.ts";
import { readXlsx } from "../office-files/xlsx.ts";
import { isZip } from "../office-files/zip-archive.ts";
import {
  type Columns,
  findKnownLayout,
  findOrdinaryLayout,
  type Layout,
  normalizeHeading,
} from "./layouts.ts";
import { findUtrIn } from "./references.ts";
import { findAmount, findDay } from "./values.ts";

/** Money received, as a line of a statement says it. */
export interface StatementLine {
  readonly day: string;
  readonly paise: number;
  readonly narration: string;
  readonly utr: string | undefined;
  /** The number of an order in the narration. */
  readonly order: string | undefined;
  /** 2 for the second of two lines that are alike, in every statement that has both. */
  readonly nth: number;
}

export interface Statement {
  readonly kind: "statement";
  readonly layout: string;
  readonly lines: readonly StatementLine[];
  /** The number of lines that are no money received: payments, failed ones, refunds. */
  readonly others: number;
  /** Lines that look like money received and could not be read; the first are listed. */
  readonly unreadable: { readonly count: number; readonly examples: readonly UnreadableLine[] };
}

export interface UnreadableLine {
  /** The number of the row in the file, without empty rows. */
  readonly row: number;
  readonly cells: readonly string[];
}

/** The result for unknown headings: an admin chooses the columns once. */
export interface UnknownLayout {
  readonly kind: "unknown";
  readonly rows: readonly (readonly string[])[];
}

/** The columns that an admin chose for a row of headings. */
export interface ChosenLayout {
  /** The headings, as `headingsKey` returns them. */
  readonly headings: string;
  readonly columns: Columns;
}

const SHOWN_ROWS = 30;
const MAX_EXAMPLES = 20;

export function readStatement(bytes: Buffer, chosen: readonly ChosenLayout[]): Statement | UnknownLayout {
  if (bytes.length === 0) throw new TableProblem("This file is empty.");
  if (bytes.length > MAX_FILE_BYTES) throw tooManyLines();
  const { sheets, countsFrom1904 } = readSheets(bytes);
  const filled = sheets.filter((rows) => rows.length > 1);
  for (const rows of filled) {
    const found = findHeadings(rows, chosen);
    if (found) return readLines(rows.slice(found.at + 1), found, countsFrom1904);
  }
  const [first] = filled;
  if (!first) throw new TableProblem("This file has no table in it.");
  return { kind: "unknown", rows: first.slice(0, SHOWN_ROWS) };
}

function readSheets(bytes: Buffer): { sheets: readonly string[][][]; countsFrom1904: boolean } {
  if (isZip(bytes)) return readXlsx(bytes);
  if (bytes.toString("hex", 0, 4) === "d0cf11e0")
    throw new TableProblem(
      "This is a workbook of an old format (XLS), or it has a password. Please save it as XLSX or CSV.",
    );
  if (bytes.toString("latin1", 0, 5) === "%PDF-")
    throw new TableProblem("This is a PDF. Please download the statement as CSV or XLSX.");
  const text = decodeText(bytes);
  if (/^\s*</.test(text)) throw new TableProblem("This is a web page. Please save it as XLSX or CSV.");
  return { sheets: [readCsv(text)], countsFrom1904: false };
}

interface FoundHeadings extends Layout {
  /** The position of the row with the headings. */
  readonly at: number;
}

function findHeadings(rows: readonly string[][], chosen: readonly ChosenLayout[]): FoundHeadings | undefined {
  const first = rows.slice(0, MAX_PREAMBLE_ROWS);
  for (const find of [(row: string[]) => findChosen(row, chosen), findKnownLayout, findOrdinaryLayout]) {
    for (const [at, row] of first.entries()) {
      const layout = find(row);
      if (layout) return { ...layout, at };
    }
  }
  return undefined;
}

/** The text by which the columns of a row of headings are remembered. */
export function headingsKey(row: readonly string[]): string {
  return row.map(normalizeHeading).join("|").replace(/\|+$/, "");
}

function findChosen(row: readonly string[], chosen: readonly ChosenLayout[]): Layout | undefined {
  const key = headingsKey(row);
  const found = chosen.find(({ headings }) => headings === key);
  return found && { name: "Chosen columns", columns: found.columns };
}

function readLines(
  rows: readonly string[][],
  { name, columns, at }: FoundHeadings,
  from1904: boolean,
): Statement {
  if (rows.length > MAX_LINES) throw tooManyLines();
  const lines: StatementLine[] = [];
  const examples: UnreadableLine[] = [];
  const occurrences = new Map<string, number>();
  let others = 0;
  let unreadable = 0;
  for (const [index, row] of rows.entries()) {
    const line = readLine(row, columns, from1904);
    if (line === "other") others++;
    else if (line === "unreadable") {
      unreadable++;
      if (examples.length < MAX_EXAMPLES) examples.push({ row: at + index + 2, cells: row.slice(0, 12) });
    } else if (line) {
      const text = [line.day, line.paise, line.utr, line.narration.replace(/\s+/g, "")].join("\n");
      const nth = (occurrences.get(text) ?? 0) + 1;
      occurrences.set(text, nth);
      lines.push({ ...line, nth });
    }
  }
  return { kind: "statement", layout: name, lines, others, unreadable: { count: unreadable, examples } };
}

const SUCCESS = /succe|complet|captur|settl|paid|credit|receiv|^s$/i;
const NO_PAYMENT = /refund|revers|payout|settlement|chargeback/i;

/** Returns undefined for a row that is not a line, such as a total or a remark of the bank. */
function readLine(
  row: readonly string[],
  columns: Columns,
  from1904: boolean,
): Omit<StatementLine, "nth"> | "other" | "unreadable" | undefined {
  const cell = (column: number | undefined) => (column === undefined ? "" : (row[column] ?? ""));
  const date = cell(columns.date);
  const day = findDay(date, { from1904 });
  // Totals and remarks under the lines have no date.
  if (!day && !/\d/.test(date)) return undefined;
  const amountCell = cell(columns.credit ?? columns.amount);
  const amount = findAmount(amountCell);
  if (!amount) return /\d/.test(amountCell) ? "unreadable" : "other";
  if (!isReceived(amount.sign, cell(columns.sign), columns) || amount.paise === 0) return "other";
  if (columns.status !== undefined && !SUCCESS.test(cell(columns.status))) return "other";
  if (NO_PAYMENT.test(cell(columns.kind))) return "other";
  if (!day) return "unreadable";
  const narration = columns.narration.map(cell).filter(Boolean).join(" ").slice(0, 500);
  return {
    day,
    paise: amount.paise,
    narration,
    utr: findUtrIn(narration, cell(columns.reference), day),
    order: findOrderNumberIn(`${narration} ${cell(columns.reference)}`),
  };
}

function isReceived(sign: "credit" | "debit" | undefined, signCell: string, columns: Columns): boolean {
  if (sign === "debit") return false;
  if (columns.sign === undefined) return true;
  return /^\s*(?:c|\+)/i.test(signCell);
}
