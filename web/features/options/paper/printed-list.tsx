import type { Option } from "../../../../domain/options.ts";
import {
  collegeOf,
  costlyFeeOf,
  courseOf,
  type DetailsOf,
  feeTextOf,
  hasCode,
} from "../details/option-details.ts";

interface Props {
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
}

export function PrintedList({ options, detailsOf }: Props) {
  return (
    <table className="w-full border-collapse text-left text-xs leading-tight [&_:is(td,th)]:border [&_:is(td,th)]:border-line [&_:is(td,th)]:px-1 [&_:is(td,th)]:py-0.5 [&_:is(td,th)]:align-top">
      <thead>
        <tr>
          <th>No.</th>
          <th>College</th>
          <th>Course</th>
          <th>Names</th>
          <th>Fee</th>
          <th>Within reach?</th>
        </tr>
      </thead>
      <tbody>
        {options.map((option, index) => {
          const details = detailsOf(option);
          return (
            <tr key={option.id}>
              <td className="tabular">{index + 1}</td>
              <td className="tabular">{option.college}</td>
              <td className="tabular">{hasCode(option) ? option.course : "no code"}</td>
              <td className="wrap-anywhere">
                {courseOf(option, details)}, {collegeOf(option, details)}
              </td>
              <td className="tabular">
                {details?.fee == null ? costlyFeeOf(option, details) : feeTextOf(details)}
              </td>
              <td>{details?.likelihood ?? ""}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
