import { roundName } from "../../domain/round-names.ts";
import { type Html, html } from "./html.ts";
import type { TrendFigure } from "./rows/college-courses.ts";
import { numberOf } from "./words.ts";

const WIDTH = 320;
const HEIGHT = 84;
const MARGIN = { x: 24, top: 20, bottom: 22 };

/** The figure of a year is that of the first round, which has the most seats. */
export function firstRounds(figures: readonly TrendFigure[]): TrendFigure[] {
  return figures.filter(({ round }) => round === "1");
}

/** A line chart of closing ranks by year. The table beside it has the same numbers, and a label says what moved. */
export function trendChart(figures: readonly TrendFigure[], subject: string): Html | undefined {
  const [first, last] = [figures[0], figures.at(-1)];
  if (!first || !last || first.year === last.year) return undefined;
  const ranks = figures.map(({ rank }) => rank);
  const [lowest, highest] = [Math.min(...ranks), Math.max(...ranks)];
  const xOf = (year: number) =>
    MARGIN.x + ((year - first.year) / (last.year - first.year)) * (WIDTH - 2 * MARGIN.x);
  const yOf = (rank: number) =>
    MARGIN.top + ((rank - lowest) / (highest - lowest || 1)) * (HEIGHT - MARGIN.top - MARGIN.bottom);
  const points = figures.map(({ year, rank }) => [xOf(year).toFixed(1), yOf(rank).toFixed(1)] as const);
  const label = `${subject}, ${roundName(first.round)}: from ${numberOf(first.rank)} in ${first.year} to ${numberOf(last.rank)} in ${last.year}. Lower on the chart is a larger number.`;
  return html`<svg class="trend" role="img" viewBox="0 0 ${WIDTH} ${HEIGHT}" aria-label="${label}"><path d="M${points
    .map((point) => point.join(" "))
    .join(
      "L",
    )}"/>${points.map(([x, y], at) => html`<circle cx="${x}" cy="${y}" r="3"/><text x="${x}" y="${HEIGHT - 4}" text-anchor="middle">${figures[at]?.year}</text>`)}<text x="${xOf(first.year).toFixed(1)}" y="12" text-anchor="middle">${numberOf(first.rank)}</text><text x="${xOf(last.year).toFixed(1)}" y="12" text-anchor="middle">${numberOf(last.rank)}</text></svg>`;
}
