import type { ReactNode } from "react";
import { formatRupees } from "../../../../domain/money.ts";
import { roundName } from "../../../../domain/round-names.ts";
import { LikelihoodBadge } from "./likelihood-badge.tsx";
import { feeTextOf, formatRank, type OptionDetails } from "./option-details.ts";

interface Props {
  readonly details: OptionDetails;
  readonly feeLimit: number | null;
}

/** Each figure with the year that it is of. */
export function DetailsTable({ details, feeLimit }: Props) {
  const { likelihood, meaning, ranks, spread, seats, seatsYear, fee, feeNote, place } = details;
  return (
    <dl className="grid gap-3 [&_dt]:text-muted [&_dt]:text-sm">
      <Row name="Within reach?">
        <LikelihoodBadge likelihood={likelihood} />
        <span className="mt-1 block text-sm">
          {meaning ||
            "Compare your rank with the closing ranks of several years: they move from year to year."}
        </span>
      </Row>
      <Row name="Closing ranks">
        {ranks.length === 0 && "No rank was printed. That does not mean that the seat is impossible."}
        {ranks.map(({ year, round, category, rank }) => (
          <span key={category} className="tabular block">
            {category}: {formatRank(rank)} ({roundName(round)} {year})
          </span>
        ))}
        {spread && (
          <span className="tabular block text-muted text-sm">
            This round, {spread.years}: from {formatRank(spread.low)} to {formatRank(spread.high)}
          </span>
        )}
      </Row>
      <Row name="Fee">
        {feeTextOf(details)}
        {fee !== null && feeLimit !== null && fee > feeLimit && (
          <strong className="block font-semibold text-danger">
            {formatRupees(fee - feeLimit)} above your family’s limit
          </strong>
        )}
        {feeNote && <span className="block text-muted text-sm">{feeNote}</span>}
      </Row>
      <Row name="Seats">{seats === null ? "Not known" : `${seats}${seatsYear ? ` (${seatsYear})` : ""}`}</Row>
      {place && <Row name="Place">{place}</Row>}
    </dl>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
