/**
 * Goods and services tax on a price that includes it. Amounts are whole paise, and the parts of a price always add up to
 * the price.
 */

export interface Tax {
  /** The code of the state. */
  readonly placeOfSupply: string;
  readonly isInterState: boolean;
  readonly taxablePaise: number;
  readonly cgstPaise: number;
  readonly sgstPaise: number;
  readonly igstPaise: number;
}

interface Supply {
  readonly gstin: string;
  /** For example 18 or 2.5. */
  readonly percent: number;
  /** The state in the student's profile, as they typed it. */
  readonly studentState: string;
}

/**
 * Returns the tax in a price. The place of supply is the student's state, or the supplier's if the student's is unknown
 * (section 12 of the IGST act). Within the supplier's state the tax is half central and half state tax, which are
 * always equal; across states it is integrated tax.
 */
export function taxIn(pricePaise: number, { gstin, percent, studentState }: Supply): Tax {
  const own = gstin.slice(0, 2);
  const placeOfSupply = findStateCode(studentState) ?? own;
  const isInterState = placeOfSupply !== own;
  const rate = Math.round(percent * 100);
  const share = (part: number) => Math.round((pricePaise * part) / (10_000 + rate));
  const igstPaise = isInterState ? share(rate) : 0;
  const half = isInterState ? 0 : share(rate / 2);
  return {
    placeOfSupply,
    isInterState,
    taxablePaise: pricePaise - igstPaise - 2 * half,
    cgstPaise: half,
    sgstPaise: half,
    igstPaise,
  };
}

/** States and union territories with their codes in GST numbers. */
const STATES: ReadonlyMap<string, string> = new Map([
  ["01", "Jammu and Kashmir"],
  ["02", "Himachal Pradesh"],
  ["03", "Punjab"],
  ["04", "Chandigarh"],
  ["05", "Uttarakhand"],
  ["06", "Haryana"],
  ["07", "Delhi"],
  ["08", "Rajasthan"],
  ["09", "Uttar Pradesh"],
  ["10", "Bihar"],
  ["11", "Sikkim"],
  ["12", "Arunachal Pradesh"],
  ["13", "Nagaland"],
  ["14", "Manipur"],
  ["15", "Mizoram"],
  ["16", "Tripura"],
  ["17", "Meghalaya"],
  ["18", "Assam"],
  ["19", "West Bengal"],
  ["20", "Jharkhand"],
  ["21", "Odisha"],
  ["22", "Chhattisgarh"],
  ["23", "Madhya Pradesh"],
  ["24", "Gujarat"],
  ["26", "Dadra and Nagar Haveli and Daman and Diu"],
  ["27", "Maharashtra"],
  ["29", "Karnataka"],
  ["30", "Goa"],
  ["31", "Lakshadweep"],
  ["32", "Kerala"],
  ["33", "Tamil Nadu"],
  ["34", "Puducherry"],
  ["35", "Andaman and Nicobar Islands"],
  ["36", "Telangana"],
  ["37", "Andhra Pradesh"],
  ["38", "Ladakh"],
]);

/** Other spellings that people type into their profile. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ["ka", "29"],
  ["kar", "29"],
  ["karnatak", "29"],
  ["ಕರ್ನಾಟಕ", "29"],
  ["कर्नाटक", "29"],
  ["ap", "37"],
  ["andhra", "37"],
  ["ts", "36"],
  ["tg", "36"],
  ["telengana", "36"],
  ["tn", "33"],
  ["tamilnadu", "33"],
  ["kl", "32"],
  ["mh", "27"],
  ["ga", "30"],
  ["new delhi", "07"],
  ["pondicherry", "34"],
  ["orissa", "21"],
  ["uttaranchal", "05"],
  ["up", "09"],
  ["mp", "23"],
  ["wb", "19"],
]);

/** Finds the code of a state by its name as somebody typed it. */
export function findStateCode(typed: string): string | undefined {
  const name = typed
    .normalize("NFC")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim();
  const [code] = [...STATES].find(([, state]) => state.toLowerCase() === name) ?? [];
  return code ?? OTHER_NAMES.get(name);
}

export function stateName(code: string): string | undefined {
  return STATES.get(code);
}

const GSTIN_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/** Checks a GST number: the state, the form of the tax number within it, and the check letter at the end. */
export function isGstin(text: string): boolean {
  if (!/^\d\d[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/.test(text) || !STATES.has(text.slice(0, 2))) return false;
  let sum = 0;
  for (const [index, letter] of [...text.slice(0, 14)].entries()) {
    const product = GSTIN_LETTERS.indexOf(letter) * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return GSTIN_LETTERS[(36 - (sum % 36)) % 36] === text[14];
}
