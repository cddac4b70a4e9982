import { cn } from "../../../ui/class-names.ts";
import { ColumnChart } from "../../../ui/column-chart.tsx";
import { formatHours, minutesOf, type Week } from "./season.ts";

/** From the bottom to the top of a column. */
const PARTS = [
  { name: "Held", minutes: "heldMinutes", fill: "fill-press", box: "bg-press" },
  { name: "Missed", minutes: "missedMinutes", fill: "fill-danger", box: "bg-danger" },
  { name: "To come or not marked", minutes: "openMinutes", fill: "fill-marigold", box: "bg-marigold" },
  { name: "Free", minutes: "freeMinutes", fill: "fill-line", box: "bg-line" },
] as const;

interface Props {
  readonly weeks: readonly Week[];
  /** The minutes that the whole height stands for, so that charts beside each other can be compared. */
  readonly fullMinutes: number;
  readonly className: string;
}

/** A chart with a column per week. */
export function WeeksChart({ weeks, fullMinutes, className }: Props) {
  return (
    <ColumnChart
      columns={weeks.map((week) => PARTS.map(({ minutes }) => week[minutes]))}
      fills={PARTS.map(({ fill }) => fill)}
      full={fullMinutes}
      className={className}
    />
  );
}

export function mostMinutes(weeks: readonly Week[]): number {
  return Math.max(0, ...weeks.map(minutesOf));
}

interface LegendProps {
  readonly fullMinutes: number;
}

export function ChartLegend({ fullMinutes }: LegendProps) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {PARTS.map(({ name, box }) => (
        <li key={name} className="flex items-center gap-2">
          <span aria-hidden className={cn("size-3.5 rounded-xs border border-edge", box)} />
          {name}
        </li>
      ))}
      <li className="text-muted">The full height is {formatHours(fullMinutes)} hours a week.</li>
    </ul>
  );
}
