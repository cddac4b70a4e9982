/** Circles among these edges: each file that lies on one is named in one, with a shortest way round. */
export function circlesIn(edges: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, string[]>();
  for (const [from, to] of edges) next.set(from, [...(next.get(from) ?? []), to]);

  const circles: string[][] = [];
  const inACircle = new Set<string>();
  for (const file of [...next.keys()].sort()) {
    if (inACircle.has(file)) continue;
    const circle = wayBackTo(file, next);
    if (!circle) continue;
    circles.push(circle);
    for (const member of circle) inACircle.add(member);
  }
  return circles;
}

/** Breadth first, so that the way is a shortest one. */
function wayBackTo(start: string, next: Map<string, string[]>): string[] | undefined {
  const ways = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const file of next.get(way.at(-1) ?? start) ?? []) {
      if (file === start) return [...way, start];
      if (seen.has(file)) continue;
      seen.add(file);
      ways.push([...way, file]);
    }
  }
  return undefined;
}
