import type { Option } from "../../../../domain/options.ts";
import { cn } from "../../../ui/class-names.ts";
import { collegeOf, costlyFeeOf, courseOf, type DetailsOf, hasCode } from "../details/option-details.ts";

interface Props {
  readonly options: readonly Option[];
  readonly detailsOf: DetailsOf;
}

/**
 * A sheet for one person to read while another types: codes letter by letter, in groups of ten to keep the place, with
 * a box to tick.
 */
export function ReadOutSheet({ options, detailsOf }: Props) {
  return (
    <ol className="grid grid-cols-1 gap-2">
      {options.map((option, index) => {
        const details = detailsOf(option);
        return (
          <li
            key={option.id}
            className={cn(
              "grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-2 pb-2",
              index % 10 === 9 ? "mb-4 border-b-2" : "border-b",
            )}
          >
            <span className="tabular font-semibold text-lg">
              <span aria-hidden>☐</span> {index + 1}
            </span>
            <span className="wrap-anywhere">
              <span className="tabular font-semibold text-lg">
                {spellOut(option.college)} <span aria-hidden>–</span>{" "}
                {hasCode(option) ? spellOut(option.course) : "no code, by its name"}
              </span>
              <span className="block text-muted text-sm">
                {[courseOf(option, details), collegeOf(option, details), costlyFeeOf(option, details)]
                  .filter(Boolean)
                  .join(", ")}
              </span>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** "E 0 0 1" */
const spellOut = (code: string): string => [...code].join(" ");
