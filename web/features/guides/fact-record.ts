import type { SourceId } from "./fact-sources.ts";

/** The kind of source: the authority's own text (often a copy), a newspaper that quotes it, or only a portal. */
export type Confidence = "authority" | "newspaper" | "to be confirmed";

/** ISO dates in Karnataka's time zone, with a time of day if one was announced. */
export interface Days {
  readonly from: string;
  readonly until?: string;
}

export interface FactRecord {
  readonly value: string | Days;
  readonly cycle: string;
  readonly source: SourceId;
  readonly confidence: Confidence;
  /** The day on which the source was last read. */
  readonly checked: string;
}

/** Creates the facts from one source and one cycle. */
export function facts<const Values extends Record<string, string | Days>>(
  source: SourceId,
  confidence: Confidence,
  cycle: string,
  checked: string,
  values: Values,
): { readonly [Id in keyof Values]: FactRecord } {
  const records = Object.entries(values).map(([id, value]) => [
    id,
    { value, cycle, source, confidence, checked },
  ]);
  return Object.fromEntries(records);
}

export function on(from: string, until?: string): Days {
  return until === undefined ? { from } : { from, until };
}
