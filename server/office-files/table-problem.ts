/** A table that cannot be read, of a CSV file or a workbook. The message is for the admin who chose the file. */
export class TableProblem extends Error {}

export const MAX_LINES = 100_000;
/** A statement of a hundred thousand lines has about 15 MB. */
export const MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Banks print the account and the period above the headings. */
export const MAX_PREAMBLE_ROWS = 100;
export const MAX_COLUMNS = 64;
const MAX_CELL_LETTERS = 1_000;

export function tooManyLines(): TableProblem {
  return new TableProblem(
    `This file has more than ${MAX_LINES.toLocaleString("en-IN")} lines. Please export a shorter period.`,
  );
}

export function cleanCell(text: string): string {
  return text
    .slice(0, MAX_CELL_LETTERS)
    .replace(/[\p{Cc}\u00a0\u200b\ufeff]+/gu, " ")
    .trim();
}
