import type { Option } from "../../../../domain/options.ts";
import { csvOf } from "../../../ui/csv.ts";
import {
  collegeOf,
  costlyFeeOf,
  courseOf,
  type DetailsOf,
  formatRank,
  hasCode,
} from "../details/option-details.ts";

const HEADERS = [
  "Option number",
  "College code",
  "Course code",
  "College",
  "Course",
  "Fee per year",
  "Year of the fee",
  "Within reach",
  "Closing ranks",
];

/** In the order and with the codes that KEA's screen wants. */
export function optionsCsv(options: readonly Option[], detailsOf: DetailsOf): string {
  const rows = options.map((option, index) => {
    const details = detailsOf(option);
    return [
      String(index + 1),
      option.college,
      hasCode(option) ? option.course : "",
      collegeOf(option, details),
      courseOf(option, details),
      details?.fee == null ? (costlyFeeOf(option, details) ?? "") : String(details.fee),
      details?.fee == null ? "" : (details.feeYear ?? ""),
      details?.likelihood ?? "",
      (details?.ranks ?? [])
        .map(({ year, round, category, rank }) => `${year} ${round} ${category}: ${formatRank(rank)}`)
        .join("; "),
    ];
  });
  return csvOf([HEADERS, ...rows]);
}
