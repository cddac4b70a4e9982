import { type KeyboardEvent, memo, type PointerEvent } from "react";
import type { Option } from "../../../../domain/options.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { cn } from "../../../ui/class-names.ts";
import { LikelihoodBadge } from "../details/likelihood-badge.tsx";
import {
  aboveTextOf,
  collegeOf,
  costlyFeeOf,
  courseOf,
  feeTextOf,
  type OptionDetails,
} from "../details/option-details.ts";
import { SeatText } from "../details/seat-text.tsx";

interface Grip {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
}

interface Props {
  readonly option: Option;
  readonly number: number;
  readonly details: OptionDetails | undefined;
  readonly feeLimit: number | null;
  readonly commentCount: number;
  readonly isDragged: boolean;
  /** A dragged option would be dropped above this one. */
  readonly isGapAbove: boolean;
  /** Undefined while the list cannot be changed. */
  readonly gripProps?: ((id: string) => Grip) | undefined;
  readonly onStep: (id: string, step: -1 | 1) => void;
  readonly onOpen: (id: string) => void;
}

/** The layout of rows that are not on the screen is skipped, at about the height of one. */
const OFF_SCREEN = { contentVisibility: "auto", containIntrinsicHeight: "auto 6.5rem" } as const;

/** Rendered again only if something about this option has changed: a list has hundreds. */
export const OptionRow = memo(function OptionRow(props: Props) {
  const { option, number, details, feeLimit, commentCount, isDragged, isGapAbove, gripProps } = props;
  const { onStep, onOpen } = props;
  const name = `${courseOf(option, details)}, ${collegeOf(option, details)}`;
  const stepByKey = (event: KeyboardEvent) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
    if (!step) return;
    event.preventDefault();
    onStep(option.id, step);
  };
  return (
    <li
      style={OFF_SCREEN}
      className={cn(
        "grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-start gap-x-2 border-b py-2",
        isDragged && "bg-wash opacity-60",
        isGapAbove && "border-t-2 border-press",
      )}
    >
      {gripProps ? (
        <button
          type="button"
          data-grip={option.id}
          aria-label={`Number ${number}: ${name}. Move with the arrow keys.`}
          className="tabular grid min-h-11 cursor-grab touch-none select-none content-center justify-items-center rounded-control font-semibold hover:bg-wash active:cursor-grabbing"
          onKeyDown={stepByKey}
          {...gripProps(option.id)}
        >
          {number}
          <svg aria-hidden="true" viewBox="0 0 16 16" fill="currentColor" className="size-4 text-muted">
            <path d="M4 2h3v3H4zM9 2h3v3H9zM4 7h3v3H4zM9 7h3v3H9zM4 12h3v3H4zM9 12h3v3H9z" />
          </svg>
        </button>
      ) : (
        <span className="tabular py-2 text-center font-semibold">{number}</span>
      )}
      <SeatText seat={option} details={details} waiting="Looking up the figures…" />
      <Button
        size="small"
        variant="quiet"
        aria-label={`More about number ${number}: ${name}`}
        onClick={() => onOpen(option.id)}
      >
        More
      </Button>
      <p className="col-start-2 col-end-4 flex flex-wrap items-center gap-1.5">
        {details && <LikelihoodBadge likelihood={details.likelihood} />}
        {details && <FeeBadge details={details} feeLimit={feeLimit} />}
        {commentCount > 0 && <Badge>{commentCount === 1 ? "1 comment" : `${commentCount} comments`}</Badge>}
      </p>
    </li>
  );
});

function FeeBadge({ details, feeLimit }: { details: OptionDetails; feeLimit: number | null }) {
  const { fee } = details;
  if (fee === null) {
    const text = costlyFeeOf(details, details);
    return text ? <Badge tone="highlight">{text}</Badge> : null;
  }
  const isAbove = feeLimit !== null && fee > feeLimit;
  return (
    <Badge tone={isAbove ? "danger" : "neutral"}>{isAbove ? aboveTextOf(details) : feeTextOf(details)}</Badge>
  );
}
