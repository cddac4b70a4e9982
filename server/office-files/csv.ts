import {
  cleanCell,
  MAX_COLUMNS,
  MAX_LINES,
  MAX_PREAMBLE_ROWS,
  TableProblem,
  tooManyLines,
} from "./table-problem.ts";

const SEPARATORS = [",", ";", "\t", "|"] as const;
const SAMPLE_LINES = 50;

/** Reads the cells of a CSV file, as banks and spreadsheet programs write it. */
export function readCsv(text: string): string[][] {
  const separator = findSeparator(text);
  const rows: string[][] = [];
  let row: string[] = [];
  let line = 1;
  const end = () => {
    if (row.some(Boolean)) rows.push(row);
    if (rows.length > MAX_LINES + MAX_PREAMBLE_ROWS) throw tooManyLines();
    row = [];
  };
  for (let at = 0; at < text.length; ) {
    const cell = text[at] === '"' ? readQuoted(text, at, line) : readPlain(text, at, separator);
    if (row.length < MAX_COLUMNS) row.push(unwrapFormula(cleanCell(cell.text)));
    line += cell.breaks;
    at = cell.end;
    if (text[at] === separator) {
      at++;
      continue;
    }
    end();
    if (text[at] === "\r") at++;
    if (text[at] === "\n") at++;
    line++;
  }
  end();
  return rows;
}

interface Cell {
  readonly text: string;
  /** The position after the cell. */
  readonly end: number;
  /** The line breaks within the cell. */
  readonly breaks: number;
}

function readPlain(text: string, start: number, separator: string): Cell {
  let end = start;
  for (; end < text.length; end++) {
    const letter = text[end];
    if (letter === separator || letter === "\n" || letter === "\r") break;
  }
  return { text: text.slice(start, end), end, breaks: 0 };
}

function readQuoted(text: string, start: number, line: number): Cell {
  let contents = "";
  for (let at = start + 1; ; ) {
    const quote = text.indexOf('"', at);
    // Without this limit, the rest of the file would be one cell.
    if (quote === -1) throw new TableProblem(`The quotation mark in line ${line} has no end.`);
    contents += text.slice(at, quote);
    if (text[quote + 1] !== '"') {
      const breaks = contents.match(/\n|\r(?!\n)/g)?.length ?? 0;
      return { text: contents, end: endOfCell(text, quote + 1), breaks };
    }
    contents += '"';
    at = quote + 2;
  }
}

/** Some banks write spaces between a quotation mark and the separator. */
function endOfCell(text: string, at: number): number {
  let end = at;
  while (text[end] === " ") end++;
  return end;
}

/** Banks write ="0012" so that spreadsheet programs keep the zeros. */
function unwrapFormula(cell: string): string {
  return /^="([^"]*)"$/.exec(cell)?.[1] ?? cell;
}

/** Returns the separator that divides the most lines, and those into the most cells. */
function findSeparator(text: string): string {
  const sample = text.split(/\r\n|\r|\n/, SAMPLE_LINES).map((line) => line.replace(/"[^"]*"/g, ""));
  const counts = SEPARATORS.map((separator) => ({
    separator,
    cells: sample.reduce((sum, line) => sum + Math.min(line.split(separator).length - 1, MAX_COLUMNS), 0),
  }));
  return counts.reduce((best, other) => (other.cells > best.cells ? other : best)).separator;
}
