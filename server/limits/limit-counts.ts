const counts = new Map<string, number>();

/** Counts one refusal, for the metrics. The names of limits are constants, so they are few and contain no personal data. */
export function countLimit(limit: string): void {
  counts.set(limit, (counts.get(limit) ?? 0) + 1);
}

export function limitCounts(): ReadonlyMap<string, number> {
  return counts;
}
