import { zip } from "./zip.ts";

/** Generated statements: their payments and files. */

interface Payment {
  readonly day: string;
  readonly rupees: number;
  readonly utr: string;
  readonly name: string;
}

export const PAYMENTS: readonly Payment[] = [
  { day: "2026-11-21", rupees: 102_500, utr: "412345678901", name: "ANANYA RAO" },
  { day: "2026-11-22", rupees: 2_200.5, utr: "612345678902", name: "VIKRAM GOWDA" },
];

export const indian = (rupees: number) =>
  rupees.toLocaleString("en-IN", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function dayParts(day: string) {
  const [year = "", month = "", date = ""] = day.split("-");
  return { year, month, date, name: MONTHS[Number(month) - 1] ?? "" };
}
export const slashes = (day: string) => day.split("-").reverse().join("/");
export const hyphens = (day: string) => day.split("-").reverse().join("-");
export const short = (day: string) => {
  const { year, month, date } = dayParts(day);
  return `${date}/${month}/${year.slice(2)}`;
};
export const named = (day: string, separator: string, yearLetters = 4) => {
  const { year, date, name } = dayParts(day);
  return [date, name, year.slice(-yearLetters)].join(separator);
};

export type Rows = (string | number)[][];

export interface StatementFile {
  readonly layout: string;
  readonly rows: Rows;
}

export function csvFile(rows: Rows, separator = ","): string {
  const cell = (value: string | number) => {
    const text = String(value);
    return /["\n\r]/.test(text) || text.includes(separator) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(separator)}\r\n`).join("");
}

const letterOf = (column: number) => String.fromCharCode(65 + column);
const escapeXml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

interface XlsxChanges {
  /** The XML of the workbook's properties. */
  readonly properties?: string;
  /** The XML of the cells, in place of those of the rows. */
  readonly sheet?: string;
  /** The XML of the shared texts, in place of those of the rows. */
  readonly texts?: string;
  readonly claimedBytes?: number;
}

/** Builds a workbook with its texts in the shared list, as spreadsheet programs and banks do. */
export function xlsxFile(
  rows: Rows,
  { properties = "", sheet, texts: sharedTexts, claimedBytes }: XlsxChanges = {},
): Buffer {
  const texts = [...new Set(rows.flat().filter((cell) => typeof cell === "string" && cell !== ""))];
  const cellOf = (cell: string | number, row: number, column: number) => {
    const place = `${letterOf(column)}${row + 1}`;
    if (cell === "") return "";
    if (typeof cell === "number") return `<c r="${place}" s="1"><v>${cell}</v></c>`;
    return `<c r="${place}" t="s"><v>${texts.indexOf(cell)}</v></c>`;
  };
  const cells =
    sheet ??
    rows
      .map(
        (row, at) =>
          `<row r="${at + 1}">${row.map((cell, column) => cellOf(cell, at, column)).join("")}</row>`,
      )
      .join("");
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
  return zip([
    { name: "[Content_Types].xml", contents: `${xml}<Types/>` },
    { name: "xl/workbook.xml", contents: `${xml}<workbook ${main}>${properties}<sheets/></workbook>` },
    {
      name: "xl/sharedStrings.xml",
      contents: `${xml}<sst ${main}>${sharedTexts ?? texts.map((text) => `<si><t>${escapeXml(String(text))}</t></si>`).join("")}</sst>`,
    },
    {
      name: "xl/worksheets/sheet1.xml",
      contents: `${xml}<worksheet ${main}><sheetData>${cells}</sheetData></worksheet>`,
      ...(claimedBytes === undefined ? {} : { claimedBytes }),
    },
  ]);
}
