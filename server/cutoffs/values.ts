/** A heading such as "1G", "GMR" or "S1K", never a number. */
export const CATEGORY = /^(?=.*[A-Z])[A-Z0-9]{1,6}$/;

/** A cell without a rank. */
export const NONE = "--";

/** Returns a rank with at most three decimals, as they are stored; undefined for what is none. */
export function readRank(text: string): string | undefined {
  if (!/^\d{1,7}(?:\.\d{1,12})?$/.test(text) || !(Number(text) > 0)) return undefined;
  return String(Number(Number(text).toFixed(3)));
}
