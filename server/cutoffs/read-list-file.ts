import type { Progress } from "../office-files/reader-thread.ts";
import { readListPdf } from "./pdf/read-list.ts";
import type { PrintedList } from "./printed-list.ts";
import { readListTable } from "./read-list-table.ts";

/** Reads a list of closing ranks: a PDF of KEA, page by page, a CSV file or a workbook. */
export function readListFile(bytes: Buffer, onPage?: (progress: Progress) => void): PrintedList {
  const isPdf = bytes.subarray(0, 1_024).toString("latin1").includes("%PDF-");
  return isPdf ? readListPdf(bytes, onPage) : readListTable(bytes);
}
