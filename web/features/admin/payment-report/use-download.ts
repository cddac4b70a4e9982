import { useMutation } from "@tanstack/react-query";
import { saveFile } from "../../../ui/save-file.ts";
import { booksCsv, gstr1Csv } from "./books-csv.ts";
import { fetchBookEntries, type Period, type ReportRow } from "./report.ts";
import { taxByState } from "./report-sums.ts";

/** Saves the books of a period as a file, or the figures of GSTR-1. */
export function useDownload(period: Period, rows: readonly ReportRow[]) {
  return useMutation({
    mutationFn: async (kind: "books" | "gstr1") => {
      const entries = await fetchBookEntries(period);
      const csv = kind === "books" ? booksCsv(entries) : gstr1Csv({ states: taxByState(rows), entries });
      saveFile(new Blob([csv], { type: "text/csv" }), `${kind}-${period.from}-${period.to}.csv`);
    },
  });
}
