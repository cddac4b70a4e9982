import type { Progress } from "../../office-files/reader-thread.ts";
import { ListProblem } from "../list-problem.ts";
import type { PrintedList, PrintedRow } from "../printed-list.ts";
import { CATEGORY, NONE, readRank } from "../values.ts";
import { readPage } from "./page-items.ts";
import { PdfFile } from "./pdf-file.ts";
import { type Cell, type FreeText, problemAt, readTables, type TableRow } from "./read-tables.ts";

const COLLEGE = /^(?:College\s*:\s*)?([A-Z]\d{3})\s+(\S.*)$/;
/**
 * Reads the closing ranks of a PDF by the places of its texts, as KEA's reports have them: a line for each college, a
 * row of headings, and a row for each course with one cell below each heading.
 */
export function readListPdf(bytes: Buffer, onPage?: (progress: Progress) => void): PrintedList {
  const reader = new ListReader();
  const pages = new PdfFile(bytes).pages();
  for (const [index, page] of pages.entries()) {
    const items = readPage(page);
    if (!items) throw problemAt(index + 1, 1, "this page cannot be read. Please download the PDF again.");
    reader.addPage(index + 1, readTables(items));
    onPage?.({ done: index + 1, total: pages.length });
  }
  return reader.finish();
}

class ListReader {
  readonly #title: string[] = [];
  readonly #rows: PrintedRow[] = [];
  #college: { readonly code: string; readonly name: string } | undefined;
  #headings: readonly Cell[] = [];
  /** Since 2025, the first heading is "Course Name", and courses have no codes. */
  #hasCodes = true;

  /** A table that continues on the next page keeps its college, and its headings unless they are printed again. */
  addPage(page: number, parts: readonly (TableRow | FreeText)[]): void {
    const collegeLines = parts
      .filter((part) => part.kind === "text" && COLLEGE.test(part.text))
      .map(({ top }) => top);
    for (const [index, part] of parts.entries()) {
      const fail = (what: string) => problemAt(page, index + 1, what);
      if (part.kind === "row") this.#addRow(part.cells, fail);
      else if (!this.#addText(part.text) && isFigure(part.text) && !collegeLines.includes(part.top))
        throw fail(`the figure ${part.text} is in no column.`);
    }
  }

  /** Returns false for text that is neither a college nor part of the title. */
  #addText(text: string): boolean {
    const [, code, name] = COLLEGE.exec(text) ?? [];
    if (code && name) this.#college = { code, name };
    else if (!this.#college && !isFigure(text)) this.#title.push(text);
    else return false;
    return true;
  }

  #addRow(cells: readonly Cell[], fail: (what: string) => ListProblem): void {
    const [first, ...others] = cells.map(({ lines }) => lines.join(" ").trim());
    if (first !== undefined && others.length === 0 && this.#addText(first)) return;
    const hasName = /^Course Name$/i.test(first ?? "");
    const categories = hasName ? others : [first ?? "", ...others];
    if (categories.every((text) => CATEGORY.test(text))) {
      if (new Set(categories).size < categories.length) throw fail("two columns have the same heading.");
      this.#headings = hasName ? cells.slice(1) : cells;
      this.#hasCodes = !hasName;
      return;
    }
    this.#rows.push(this.#readCourse(cells, fail));
  }

  #readCourse(cells: readonly Cell[], fail: (what: string) => ListProblem): PrintedRow {
    const college = this.#college;
    const [first, ...figures] = cells;
    if (!college || this.#headings.length === 0 || !first)
      throw fail("this row has no college or no headings above it.");
    if (figures.length !== this.#headings.length)
      throw fail(`this row has ${figures.length} cells below ${this.#headings.length} headings.`);
    const ranks = figures.map((cell, index) => {
      const heading = this.#headings[index] as Cell;
      if (Math.abs(cell.left - heading.left) > 1 || Math.abs(cell.right - heading.right) > 1)
        throw fail("a cell is not below its heading.");
      const text = cell.lines.join("");
      const rank = text === NONE ? NONE : readRank(text);
      if (rank === undefined) throw fail(`"${text.slice(0, 40)}" is no rank.`);
      return { category: heading.lines.join(""), rank };
    });
    return {
      college: college.code,
      name: college.name,
      ...this.#readName(first.lines.join(" ").trim(), fail),
      ranks: ranks.filter(({ rank }) => rank !== NONE),
    };
  }

  #readName(text: string, fail: (what: string) => ListProblem): Pick<PrintedRow, "code" | "course"> {
    if (!this.#hasCodes) {
      if (text === "" || isFigure(text)) throw fail("this row has no course.");
      return { code: null, course: text };
    }
    const [, code, course] = /^([A-Z]{2})\s+(\S.*)$/s.exec(text) ?? [];
    if (!code || !course) throw fail("this row has no code of a course.");
    return { code, course };
  }

  finish(): PrintedList {
    if (this.#rows.length === 0)
      throw new ListProblem("This PDF has no closing ranks. Please choose a list of cut-off ranks.");
    return { title: this.#title.join(" ").slice(0, 300), rows: this.#rows };
  }
}

function isFigure(text: string): boolean {
  return text === NONE || /^\d+(?:\.\d+)?$/.test(text);
}
