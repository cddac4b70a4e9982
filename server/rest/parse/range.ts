import { invalidRange } from "../errors.ts";
import type { Range } from "./request.ts";

export const ALL_ROWS: Range = { first: 0, last: Number.POSITIVE_INFINITY };
/** The only valid empty range: `limit=0`. */
const NO_ROWS: Range = { first: 0, last: -1 };

export interface Limits {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

/** Returns the rows that are both in the parameters and in the header `Range: 0-9`. */
export function parseRange(limits: Limits, header: string | undefined): Range {
  const fromHeader = rangeFromHeader(header);
  const fromLimits = rangeFromLimits(limits);
  if (fromLimits.last === NO_ROWS.last) return NO_ROWS;
  const range = {
    first: Math.max(fromHeader.first, fromLimits.first),
    last: Math.min(fromHeader.last, fromLimits.last),
  };
  if (range.first <= range.last) return range;
  throw invalidRange(
    fromHeader.first > fromHeader.last
      ? "The lower boundary must be lower than or equal to the upper boundary in the Range header."
      : "Limit should be greater than or equal to zero.",
  );
}

/** Returns undefined for a text that is not a number, and clamps to safe integers: no table has more rows. */
export function parseNumber(text: string): number | undefined {
  if (!/^\s*-?\d+\s*$/.test(text)) return undefined;
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)));
}

function rangeFromLimits({ limit, offset = 0 }: Limits): Range {
  return { first: offset, last: limit === undefined ? Number.POSITIVE_INFINITY : offset + limit - 1 };
}

function rangeFromHeader(header: string | undefined): Range {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined) return ALL_ROWS;
  return { first: parseNumber(first) ?? 0, last: parseNumber(last ?? "") ?? Number.POSITIVE_INFINITY };
}
