/** The name that was probably meant, if one is near: at most every third letter is another. */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined;
  let least = Math.floor(Math.min(name.length, 60) / 3) + 1;
  for (const candidate of candidates) {
    const changes = distance(name.slice(0, 60), candidate);
    if (changes < least) [best, least] = [candidate, changes];
  }
  return best;
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
