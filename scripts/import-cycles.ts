type Edge = readonly [from: string, to: string];

/** Finds cycles so that every file in a cycle is in one of them. Each cycle is as short as possible. */
export function findCycles(edges: readonly Edge[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const [from, to] of edges) targets.set(from, [...(targets.get(from) ?? []), to]);

  const cycles: string[][] = [];
  const covered = new Set<string>();
  for (const file of [...targets.keys()].sort()) {
    if (covered.has(file)) continue;
    const cycle = findPathBackTo(file, targets);
    if (!cycle) continue;
    cycles.push(cycle);
    for (const member of cycle) covered.add(member);
  }
  return cycles;
}

/** Searches breadth first, so that no other path is shorter. */
function findPathBackTo(start: string, targets: Map<string, string[]>): string[] | undefined {
  const paths = [[start]];
  const seen = new Set<string>();
  for (const path of paths) {
    for (const file of targets.get(path.at(-1) ?? start) ?? []) {
      if (file === start) return [...path, start];
      if (seen.has(file)) continue;
      seen.add(file);
      paths.push([...path, file]);
    }
  }
  return undefined;
}
