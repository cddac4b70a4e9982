import type { Operation } from "./generator.ts";
import type { Result } from "./measurer.ts";
import { CONNECTIONS, targetResult } from "./targets.ts";
import type { TestedServer } from "./tested-servers.ts";
import { OUR_NAME } from "./tested-servers.ts";

/** The results of one server for one operation and number of connections, one for each round. */
export interface Series {
  readonly operation: Operation;
  readonly connections: number;
  readonly tested: TestedServer;
  readonly results: Result[];
}

const TITLES: Record<Operation, string> = {
  read: "A student reads their slots",
  book: "A student books a slot",
};
const HEADINGS = [
  ["connections", 11],
  ["", 14],
  ["replies/s", 9],
  ["min to max", 18],
  ["median ms", 9],
  ["p99 ms", 8],
  ["CPU ms", 8],
  [`${OUR_NAME} is`, 12],
  ["min to max", 14],
  ["target", 0],
] as const;
const NAME_COLUMN = 1;

/** Shows medians over the rounds, with the minimum and maximum. */
export function report(all: readonly Series[]): string {
  const lines: string[] = [];
  for (const operation of ["read", "book"] as const) {
    lines.push("", TITLES[operation], inColumns(HEADINGS.map(([heading]) => heading)));
    for (const connections of CONNECTIONS) {
      const group = all.filter(
        (series) => series.operation === operation && series.connections === connections,
      );
      const ours = group.find(({ tested }) => tested.name === OUR_NAME);
      for (const [index, series] of group.entries()) {
        const first = index === 0 ? String(connections) : "";
        lines.push(inColumns([first, ...speedCells(series), ...(ours ? ratioCells(ours, series) : [])]));
      }
    }
  }
  const generatorCpu = cpuPerReply(
    all.flatMap(({ results }) => results),
    (result) => result.generatorCpuSeconds,
  );
  lines.push(
    "",
    `CPU ms: CPU time of the server for each reply, without the database. The load generator used ${milliseconds(generatorCpu)} ms.`,
  );
  return lines.join("\n");
}

function speedCells({ tested, results }: Series): string[] {
  const speeds = results.map(speedOf);
  const serverCpu = cpuPerReply(results, (result) => result.serverCpuSeconds);
  return [
    tested.name,
    whole(median(speeds)),
    `${whole(Math.min(...speeds))} to ${whole(Math.max(...speeds))}`,
    median(results.map((result) => result.medianMilliseconds)).toFixed(2),
    median(results.map((result) => result.p99Milliseconds)).toFixed(2),
    milliseconds(serverCpu),
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
    targetResult(ratio, peer.operation, peer.connections, peer.tested.name),
  ];
}

function inColumns(cells: readonly string[]): string {
  return cells
    .map((cell, column) => {
      const width = HEADINGS[column]?.[1] ?? 0;
      return column === NAME_COLUMN ? cell.padEnd(width) : cell.padStart(width);
    })
    .join("  ")
    .trimEnd();
}

export function speedOf({ replies, seconds }: Result): number {
  return replies / seconds;
}

export function cpuPerReply(results: readonly Result[], cpuOf: (result: Result) => number): number {
  const cpu = results.reduce((total, result) => total + cpuOf(result), 0);
  return cpu / results.reduce((total, { replies }) => total + replies, 0);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

export function milliseconds(seconds: number): string {
  return Number.isNaN(seconds) ? "?" : (seconds * 1000).toFixed(3);
}

function whole(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}
