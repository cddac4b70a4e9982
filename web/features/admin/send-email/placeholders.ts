/** What a template leaves for the admin to fill in, as it stands in the text; also one whose end is missing. */
export function findPlaceholders(text: string): string[] {
  return [...new Set(text.match(/\[[^\]\n]*\]?/g))];
}
