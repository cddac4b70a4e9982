/** The name that was probably meant: the most alike, if a third of it is right and two letters stand together in both. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  const wanted = name.slice(0, 60).toLowerCase();
  let best: string | undefined;
  let most = 0;
  for (const candidate of candidates) {
    const other = candidate.toLowerCase();
    const likeness = 1 - distance(wanted, other) / Math.max(wanted.length, other.length, 1);
    if (likeness >= 0.33 && likeness > most && sharePair(wanted, other)) [best, most] = [candidate, likeness];
  }
  return best;
}

function sharePair(one: string, other: string): boolean {
  const wanted = pairsOf(one);
  return pairsOf(other).some((pair) => wanted.includes(pair));
}

function pairsOf(text: string): string[] {
  const letters = `-${text.replaceAll(/[^\p{L}\p{N}, ]/gu, "")}-`;
  return Array.from({ length: letters.length - 1 }, (_, at) => letters.slice(at, at + 2));
}

/** Levenshtein's: how many letters to add, to drop or to exchange. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const exchanged = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(exchanged, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[other.length] as number;
}
