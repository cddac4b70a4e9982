/** Numbers of orders: MRG-, four to six characters and a check character, as in database/rules/order-numbers.sql. */

/** Letters and digits that are not mistaken for one another. Their number, 29, is prime. */
const ALPHABET = "23456789ABCDEFGHJKMNPQRTVWXYZ";

/** Returns the number, however it is written ("mrg 4f7k 2", "MRG4F7K2", "4F7K-2"), or undefined if it is none. */
export function findOrderNumber(written: string): string | undefined {
  const characters = written
    .toUpperCase()
    .replace(/[\s–-]/g, "")
    .replace(/^MRG/, "");
  if (characters.length < 5 || characters.length > 7 || checkSum(characters) !== 0) return undefined;
  return `MRG-${characters.slice(0, -1)}-${characters.slice(-1)}`;
}

/** Returns the number of an order in a longer text, such as the narration of a bank statement. */
export function findOrderNumberIn(text: string): string | undefined {
  for (const [candidate] of text.matchAll(/MRG[\s–-]?[0-9A-Z]{4,6}[\s–-]?[0-9A-Z](?![0-9A-Z])/gi)) {
    const number = findOrderNumber(candidate);
    if (number) return number;
  }
  return undefined;
}

/**
 * The places in the alphabet, each multiplied by its position from the right, modulo 29: zero for a number with its check
 * character, and never zero after one character was changed or two neighbours were swapped. Undefined for other letters.
 */
function checkSum(characters: string): number | undefined {
  const places = [...characters].map((character) => ALPHABET.indexOf(character));
  if (places.includes(-1)) return undefined;
  return places.reduce((sum, place, index) => sum + place * (places.length - index), 0) % ALPHABET.length;
}
