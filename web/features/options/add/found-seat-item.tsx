import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { LikelihoodBadge } from "../details/likelihood-badge.tsx";
import {
  aboveTextOf,
  collegeOf,
  courseOf,
  feeTextOf,
  type OptionDetails,
} from "../details/option-details.ts";
import { SeatText } from "../details/seat-text.tsx";
import type { FoundSeat } from "./seat-search.ts";

interface Props {
  readonly seat: FoundSeat;
  readonly details: OptionDetails | undefined;
  readonly feeLimit: number | null;
  readonly isListed: boolean;
  readonly isFull: boolean;
  readonly onAdd: (name: string) => void;
}

/** A found seat, with what the family cannot pay marked before it is listed. */
export function FoundSeatItem({ seat, details, feeLimit, isListed, isFull, onAdd }: Props) {
  const name = `${courseOf(seat, details)}, ${collegeOf(seat, details)}`;
  const isAbove = details?.fee != null && feeLimit !== null && details.fee > feeLimit;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 py-2">
      <SeatText seat={seat} details={details} />
      {isListed ? (
        <span className="py-2.5 text-muted text-sm">In your list</span>
      ) : (
        <Button
          size="small"
          variant="secondary"
          aria-label={`Add ${name}`}
          disabled={isFull}
          onClick={() => onAdd(name)}
        >
          Add
        </Button>
      )}
      {details && (
        <p className="col-span-2 flex flex-wrap gap-1.5">
          <LikelihoodBadge likelihood={details.likelihood} />
          <Badge tone={isAbove ? "danger" : "neutral"}>
            {isAbove ? aboveTextOf(details) : feeTextOf(details)}
          </Badge>
        </p>
      )}
    </li>
  );
}
