import type { ReactNode } from "react";
import type { Option } from "../../../../domain/options.ts";
import { codesOf, collegeOf, courseOf, figuresTextOf, type OptionDetails } from "./option-details.ts";

interface SeatTextProps {
  readonly seat: Pick<Option, "college" | "course">;
  readonly details: OptionDetails | undefined;
  /** Shown until the figures are known. */
  readonly waiting?: ReactNode;
}

/** The course, the college and the published figures of a seat. */
export function SeatText({ seat, details, waiting }: SeatTextProps) {
  return (
    <div className="grid min-w-0 gap-1">
      <p className="wrap-anywhere font-semibold leading-snug">{courseOf(seat, details)}</p>
      <p className="wrap-anywhere text-sm leading-snug">
        {collegeOf(seat, details)}
        <span className="text-muted">
          {details?.place && ` · ${details.place}`} · {codesOf(seat)}
        </span>
      </p>
      {(details || waiting) && (
        <p className="tabular text-muted text-sm">{details ? figuresTextOf(details) : waiting}</p>
      )}
    </div>
  );
}
