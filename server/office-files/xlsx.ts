import {
  cleanCell,
  MAX_COLUMNS,
  MAX_LINES,
  MAX_PREAMBLE_ROWS,
  TableProblem,
  tooManyLines,
} from "./table-problem.ts";
import { decodeEntities, decodeXml } from "./xml.ts";
import { readZip, unpack, type ZipEntry } from "./zip-archive.ts";

/** The limit for all unpacked parts of a workbook together, against zip bombs: 100,000 lines have about 60 MB. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024;
const MAX_SHEETS = 20;
const MAX_SHARED_TEXTS = 1_000_000;

export interface Workbook {
  /** The cells of each sheet. */
  readonly sheets: readonly string[][][];
  /** Old workbooks of Macintosh computers count days from 1904. */
  readonly countsFrom1904: boolean;
}

/**
 * Reads the cells of a workbook. For a formula, it reads the value that the program has stored, and never computes one.
 * Formats are not read: a date is the serial number of its day.
 */
export function readXlsx(bytes: Buffer): Workbook {
  const entries = readZip(bytes);
  if (!entries) throw damaged();
  const parts = new WorkbookParts(entries);
  const workbook = parts.read("xl/workbook.xml") ?? "";
  const texts = sharedTexts(parts.read("xl/sharedStrings.xml") ?? "");
  const names = entries
    .map(({ name }) => name)
    .filter((name) => /^xl\/worksheets\/[^/]+\.xml$/i.test(name))
    .sort((a, b) => a.localeCompare(b, "en", { numeric: true }))
    .slice(0, MAX_SHEETS);
  return {
    sheets: names.map((name) => readSheet(parts.read(name) ?? "", texts)),
    countsFrom1904: /<(?:\w+:)?workbookPr\b[^<>]*\bdate1904\s*=\s*"(?:1|true)"/.test(workbook),
  };
}

class WorkbookParts {
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  #left = MAX_UNPACKED_BYTES;

  constructor(entries: readonly ZipEntry[]) {
    this.#entries = new Map(entries.map((entry) => [entry.name.toLowerCase(), entry]));
  }

  /** Returns undefined for a part that does not exist. */
  read(name: string): string | undefined {
    const entry = this.#entries.get(name.toLowerCase());
    if (!entry) return undefined;
    if (entry.bytes > this.#left)
      throw new TableProblem(
        "This workbook is too large. Please save it as CSV, or export a shorter period.",
      );
    const contents = unpack(entry, this.#left);
    this.#left -= entry.bytes;
    const xml = contents && decodeXml(contents);
    if (xml === undefined) throw damaged();
    return xml;
  }
}

function damaged(): TableProblem {
  return new TableProblem(
    "This workbook is damaged or protected with a password. Please save it again as XLSX or CSV.",
  );
}

/** Texts may be in several pieces, one for each format. */
const PIECE = /<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)<\/(?:\w+:)?t>/g;

function plainText(xml: string): string {
  const pieces = [...withoutPhonetics(xml).matchAll(PIECE)].map(([, piece = ""]) => piece);
  return cleanCell(decodeEntities(pieces.join("")));
}

/** Phonetic hints are no part of the text. Not by an expression: one that looks for each end would take minutes. */
function withoutPhonetics(xml: string): string {
  if (!xml.includes("rPh")) return xml;
  let text = "";
  let at = 0;
  for (const { start, end } of elements(xml, "rPh")) {
    text += xml.slice(at, start);
    at = end;
  }
  return text + xml.slice(at);
}

function sharedTexts(xml: string): string[] {
  const texts: string[] = [];
  for (const { inner } of elements(xml, "si")) {
    if (texts.length >= MAX_SHARED_TEXTS) throw damaged();
    texts.push(plainText(inner));
  }
  return texts;
}

function readSheet(xml: string, texts: readonly string[]): string[][] {
  const rows: string[][] = [];
  for (const { inner } of elements(xml, "row")) {
    const row: string[] = [];
    for (const { attributes, inner: cell } of elements(inner, "c")) {
      const column = columnOf(attributes) ?? row.length;
      // An empty cell has no element.
      if (column >= MAX_COLUMNS || column < row.length) continue;
      while (row.length < column) row.push("");
      row.push(cellValue(attributes, cell, texts));
    }
    if (row.some(Boolean)) rows.push(row);
    if (rows.length > MAX_LINES + MAX_PREAMBLE_ROWS) throw tooManyLines();
  }
  return rows;
}

/** "AB12" is in the column 27. */
function columnOf(attributes: string): number | undefined {
  const [, letters] = /\sr\s*=\s*["']([A-Z]{1,3})\d/.exec(attributes) ?? [];
  if (!letters) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

const VALUE = /<(?:\w+:)?v(?:\s[^<>]*)?>([^<]*)</;

function cellValue(attributes: string, cell: string, texts: readonly string[]): string {
  const [, type = "n"] = /\st\s*=\s*["'](\w+)["']/.exec(attributes) ?? [];
  if (type === "inlineStr") return plainText(cell);
  const [, value = ""] = VALUE.exec(cell) ?? [];
  if (type === "s") return texts[Number(value)] ?? "";
  if (type === "e") return "";
  if (type !== "n") return cleanCell(decodeEntities(value));
  // 4.12345678901E11 is a UTR.
  const number = Number(value);
  return /e/i.test(value) && Number.isSafeInteger(number) ? String(number) : cleanCell(value);
}

interface Element {
  readonly attributes: string;
  readonly inner: string;
  /** The positions of its opening tag and after its content. */
  readonly start: number;
  readonly end: number;
}

/** Finds the elements of this name, which contain none of the same name, in linear time. */
function* elements(xml: string, name: string): Generator<Element, void> {
  const opening = new RegExp(`<((?:\\w+:)?${name})((?:[\\s/][^<>]*)?)>`, "g");
  for (let found = opening.exec(xml); found; found = opening.exec(xml)) {
    const { index: start, 1: fullName = "", 2: attributes = "" } = found;
    if (attributes.endsWith("/")) {
      yield { attributes, inner: "", start, end: opening.lastIndex };
      continue;
    }
    const end = xml.indexOf(`</${fullName}`, opening.lastIndex);
    if (end === -1) throw damaged();
    yield { attributes, inner: xml.slice(opening.lastIndex, end), start, end };
    opening.lastIndex = end;
  }
}
