/** Longer names are cut: the time of a comparison grows with the length of what a client sends. */
const MAX_COMPARED_CHARS = 60;
const MIN_SIMILARITY = 0.33;

/** Finds the most similar candidate. At least a third of the letters must match, two of them adjacent. */
export function findNearestName(name: string, candidates: Iterable<string>): string | undefined {
  const requested = name.slice(0, MAX_COMPARED_CHARS).toLowerCase();
  let best: string | undefined;
  let bestSimilarity = 0;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const similarity = 1 - distance(requested, other) / Math.max(requested.length, other.length, 1);
    if (similarity < MIN_SIMILARITY || similarity <= bestSimilarity || !sharePair(requested, other)) continue;
    [best, bestSimilarity] = [candidate, similarity];
  }
  return best;
}

function sharePair(one: string, other: string): boolean {
  const requested = pairsOf(one);
  return pairsOf(other).some((pair) => requested.includes(pair));
}

function pairsOf(text: string): string[] {
  const letters = `-${text.replaceAll(/[^\p{L}\p{N}, ]/gu, "")}-`;
  return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2));
}

/** Levenshtein distance. Its time is the product of the two lengths. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
