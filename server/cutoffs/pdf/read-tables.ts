import { ListProblem } from "../list-problem.ts";
import type { Box, PageItems, TextRun } from "./page-items.ts";

/** A row of a table: its cells from left to right, with the text in each. */
export interface TableRow {
  readonly kind: "row";
  readonly top: number;
  readonly cells: readonly Cell[];
}

export interface Cell {
  readonly left: number;
  readonly right: number;
  /** The lines of text from top to bottom. */
  readonly lines: readonly string[];
}

/** Text outside of tables. */
export interface FreeText {
  readonly kind: "text";
  readonly top: number;
  readonly text: string;
}

/** Programs round positions to hundredths of a point. */
const TOLERANCE = 0.1;

/** Returns rows and other text of a page from top to bottom. Each text belongs to the box that it begins in. */
export function readTables({ runs, boxes }: PageItems): (TableRow | FreeText)[] {
  const grid = new Grid(boxes);
  const free: FreeText[] = [];
  for (const run of runs)
    if (!grid.add(run)) free.push({ kind: "text", top: run.y, text: run.text.trim().replace(/\s+/g, " ") });
  return [...grid.rows(), ...free].sort((one, other) => other.top - one.top);
}

interface FilledBox extends Box {
  readonly runs: TextRun[];
}

interface Row {
  readonly top: number;
  /** The lowest edge of its boxes. */
  bottom: number;
  readonly boxes: FilledBox[];
}

/** The boxes of a page by row: those of a row have the same top, and only a name of several lines reaches lower. */
class Grid {
  readonly #rows: Row[] = [];

  constructor(boxes: readonly Box[]) {
    for (const box of boxes) {
      const row = this.#rowAt(box.top);
      // A box that is filled and framed is drawn twice.
      if (row.boxes.some(({ left }) => isNear(left, box.left))) continue;
      row.boxes.push({ ...box, runs: [] });
      row.bottom = Math.min(row.bottom, box.bottom);
    }
  }

  #rowAt(top: number): Row {
    const known = this.#rows.find((row) => isNear(row.top, top));
    if (known) return known;
    const row = { top, bottom: Number.POSITIVE_INFINITY, boxes: [] };
    this.#rows.push(row);
    return row;
  }

  /** Adds the text to the lowest box that it begins in. Returns false if there is none. */
  add(run: TextRun): boolean {
    let best: FilledBox | undefined;
    for (const { top, bottom, boxes } of this.#rows) {
      if (run.y > top || run.y < bottom - TOLERANCE) continue;
      const box = boxes.find(
        ({ left, right, bottom }) =>
          run.x >= left - TOLERANCE && run.x < right - TOLERANCE && run.y >= bottom - TOLERANCE,
      );
      if (box && (!best || height(box) < height(best))) best = box;
    }
    best?.runs.push(run);
    return best !== undefined;
  }

  rows(): TableRow[] {
    return this.#rows
      .filter(({ boxes }) => boxes.some(({ runs }) => runs.length > 0))
      .map(({ top, boxes }) => ({
        kind: "row",
        top,
        cells: boxes.sort((one, other) => one.left - other.left).map(toCell),
      }));
  }
}

function isNear(one: number, other: number): boolean {
  return Math.abs(one - other) < TOLERANCE;
}

function height({ top, bottom }: Box): number {
  return top - bottom;
}

function toCell({ left, right, runs }: FilledBox): Cell {
  const lines = runs.sort((one, other) => other.y - one.y || one.x - other.x);
  return { left, right, lines: lines.map(({ text }) => text.trim()) };
}

export function problemAt(page: number, line: number, what: string): ListProblem {
  return new ListProblem(`Page ${page}, line ${line}: ${what}`);
}
