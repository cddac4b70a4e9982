import { type Cell, isOfYear } from "../../../../domain/four-choices.ts";
import { findInstant, formatDay } from "../../../../domain/kolkata-time.ts";

/** A statement of a source, with its year and the day on which it was read. A rule of another year is marked as no advice. */
export function SourcedText({ cell, year }: { cell: Cell; year: number }) {
  const { text, source } = cell;
  if (!source) return <span className="wrap-anywhere">{text}</span>;
  return (
    <span className="wrap-anywhere">
      {!isOfYear(cell, year) && (
        <strong className="block font-semibold text-marigold-ink">
          In {source.cycle}, no advice for {year}:
        </strong>
      )}
      {text}
      <span className="block text-muted text-sm">
        {source.name}; read on {dayText(source.checked)}
      </span>
    </span>
  );
}

function dayText(day: string): string {
  const noon = findInstant(day, "12:00");
  return noon ? `${formatDay(noon)} ${day.slice(0, 4)}` : day;
}
