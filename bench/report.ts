import type { Contender } from "./contenders.ts";
import { US } from "./contenders.ts";
import type { Race } from "./generator-process.ts";
import type { Result } from "./measure.ts";
import { CONNECTIONS, verdict } from "./targets.ts";

/** What one contender did in one race over a number of connections, round by round. */
export interface Series {
  readonly race: Race;
  readonly connections: number;
  readonly contender: Contender;
  readonly results: Result[];
}

const TITLES: Record<Race, string> = { read: "A student reads his slots", book: "A student books a slot" };
const HEADINGS = [
  ["connections", 11],
  ["", 14],
  ["answers/s", 9],
  ["least to most", 18],
  ["wait ms", 8],
  ["1 in 100", 8],
  ["core ms", 8],
  [`${US} is`, 12],
  ["least to most", 14],
  ["wanted", 0],
] as const;
const NAMES = 1;

/** Everything is a median of the rounds; what stands beside it are the extremes. */
export function report(all: readonly Series[]): string {
  const lines: string[] = [];
  for (const race of ["read", "book"] as const) {
    lines.push("", TITLES[race], inColumns(HEADINGS.map(([heading]) => heading)));
    for (const connections of CONNECTIONS) {
      const field = all.filter((series) => series.race === race && series.connections === connections);
      const ours = field.find(({ contender }) => contender.name === US);
      for (const [index, series] of field.entries()) {
        const first = index === 0 ? String(connections) : "";
        lines.push(inColumns([first, ...speedCells(series), ...(ours ? ratioCells(ours, series) : [])]));
      }
    }
  }
  const asking = perAnswer(
    all.flatMap(({ results }) => results),
    (result) => result.askingCpuSeconds,
  );
  lines.push(
    "",
    "wait: half of the answers took longer; 1 in 100: one in a hundred did; core: what the server itself used of a",
    `core for each answer, the database left aside. Asking used ${milliseconds(asking)} ms of a core for each answer.`,
  );
  return lines.join("\n");
}

function speedCells({ contender, results }: Series): string[] {
  const speeds = results.map(speedOf);
  const serving = perAnswer(results, (result) => result.servingCpuSeconds);
  return [
    contender.name,
    whole(median(speeds)),
    `${whole(Math.min(...speeds))} to ${whole(Math.max(...speeds))}`,
    median(results.map((result) => result.medianMilliseconds)).toFixed(2),
    median(results.map((result) => result.slowMilliseconds)).toFixed(2),
    milliseconds(serving),
  ];
}

function ratioCells(ours: Series, peer: Series): string[] {
  if (ours === peer) return [];
  const ratio = median(ours.results.map(speedOf)) / median(peer.results.map(speedOf));
  const rounds = peer.results.map(
    (result, round) => speedOf(ours.results[round] as Result) / speedOf(result),
  );
  return [
    `${ratio.toFixed(2)} times`,
    `${Math.min(...rounds).toFixed(2)} to ${Math.max(...rounds).toFixed(2)}`,
    verdict(ratio, peer.race, peer.connections, peer.contender.name),
  ];
}

function inColumns(cells: readonly string[]): string {
  return cells
    .map((cell, column) => {
      const width = HEADINGS[column]?.[1] ?? 0;
      return column === NAMES ? cell.padEnd(width) : cell.padStart(width);
    })
    .join("  ")
    .trimEnd();
}

export function speedOf({ answers, seconds }: Result): number {
  return answers / seconds;
}

function perAnswer(results: readonly Result[], cpuOf: (result: Result) => number): number {
  const cpu = results.reduce((total, result) => total + cpuOf(result), 0);
  return cpu / results.reduce((total, { answers }) => total + answers, 0);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

function milliseconds(seconds: number): string {
  return Number.isNaN(seconds) ? "?" : (seconds * 1000).toFixed(3);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
