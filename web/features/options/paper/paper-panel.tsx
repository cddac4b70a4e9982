import { useState } from "react";
import { flushSync } from "react-dom";
import { authorityOf } from "../../../../domain/authority.ts";
import { type ExamCode, examName } from "../../../../domain/option-exams.ts";
import type { Option } from "../../../../domain/options.ts";
import { Button } from "../../../ui/button.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import type { DetailsOf } from "../details/option-details.ts";
import { WordsLegend } from "../details/words-legend.tsx";
import { optionsCsv } from "./options-csv.ts";
import { PrintedList } from "./printed-list.tsx";
import { ReadOutSheet } from "./read-out-sheet.tsx";

interface Props {
  readonly exam: ExamCode;
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
}

/** The list outside of this page: printed, as a file, and as a sheet to read out while somebody types. */
export function PaperPanel({ exam, options, detailsOf }: Props) {
  const [sheet, setSheet] = useState<"list" | "read out">("list");
  const print = (chosen: typeof sheet) => {
    flushSync(() => setSheet(chosen));
    window.print();
  };
  const save = () =>
    saveFile(
      new Blob([optionsCsv(options, detailsOf)], { type: "text/csv;charset=utf-8" }),
      `options-${exam.toLowerCase()}.csv`,
    );
  if (options.length === 0) return <p className="text-muted">There is nothing to print yet.</p>;
  const authority = authorityOf(exam);
  const title = `Options for ${examName(exam)}`;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap gap-3 print:hidden">
        <Button variant="secondary" onClick={() => print("list")}>
          Print the list
        </Button>
        <Button variant="secondary" onClick={() => print("read out")}>
          Print the sheet to read out
        </Button>
        <Button variant="secondary" onClick={save}>
          Download CSV
        </Button>
      </div>
      <Notice kind="info" className="print:hidden">
        Type the list into {authority}’s screen yourself, or have it read out to you. Never give anybody your{" "}
        {authority} password, secret key or one-time code.
      </Notice>
      <section aria-label="Sheet to read out" className="print:hidden">
        <h2 className="mb-2 text-lg">To read out while typing</h2>
        <ReadOutSheet options={options} detailsOf={detailsOf} />
      </section>
      <div className="hidden print:block">
        <h2 className="mb-2 text-lg">{title}</h2>
        {sheet === "list" ? (
          <>
            <p className="mb-2 text-xs">
              The word under “Within reach?” compares your rank with the newest list. It is not a promise.
            </p>
            <PrintedList options={options} detailsOf={detailsOf} />
            <WordsLegend className="mt-3" />
          </>
        ) : (
          <ReadOutSheet options={options} detailsOf={detailsOf} />
        )}
      </div>
    </div>
  );
}
