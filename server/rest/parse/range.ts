import { badRange } from "../errors.ts";
import type { Range } from "./request.ts";

export const EVERY_ROW: Range = { first: 0, last: Number.POSITIVE_INFINITY };
/** Asking for nothing is allowed, in this one form. */
const NO_ROW: Range = { first: 0, last: -1 };

export interface Limits {
  readonly limit: number | undefined;
  readonly offset: number | undefined;
}

/** Rows that both the parameters and the header `Range: 0-9` want. */
export function parseRange(limits: Limits, header: string | undefined): Range {
  const fromHeader = readHeader(header);
  const fromLimits = readLimits(limits);
  if (fromLimits.last === NO_ROW.last) return NO_ROW;
  const range = {
    first: Math.max(fromHeader.first, fromLimits.first),
    last: Math.min(fromHeader.last, fromLimits.last),
  };
  if (range.first <= range.last) return range;
  throw badRange(
    fromHeader.first > fromHeader.last
      ? "The lower boundary must be lower than or equal to the upper boundary in the Range header."
      : "Limit should be greater than or equal to zero.",
  );
}

/** What is no number is as good as absent. Beyond the safe integers there are no rows. */
export function readNumber(text: string): number | undefined {
  if (!/^\s*-?\d+\s*$/.test(text)) return undefined;
  return Math.max(-Number.MAX_SAFE_INTEGER, Math.min(Number.MAX_SAFE_INTEGER, Number(text)));
}

function readLimits({ limit, offset = 0 }: Limits): Range {
  return { first: offset, last: limit === undefined ? Number.POSITIVE_INFINITY : offset + limit - 1 };
}

function readHeader(header: string | undefined): Range {
  const [, first, last] = /^(\d+)-(\d*)$/.exec(header ?? "") ?? [];
  if (first === undefined) return EVERY_ROW;
  return { first: readNumber(first) ?? 0, last: readNumber(last ?? "") ?? Number.POSITIVE_INFINITY };
}
