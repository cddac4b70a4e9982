/** Returns the parts in square brackets, which the admin has to fill in, even without a closing bracket. */
export function findPlaceholders(text: string): string[] {
  return [...new Set(text.match(/\[[^\]\n]*\]?/g))];
}
