/** Returns the parts in square brackets, which the admin has to fill in; also one without its closing bracket. */
export function findPlaceholders(text: string): string[] {
  return [...new Set(text.match(/\[[^\]\n]*\]?/g))];
}
