/** The list of a file, as far as its title says. */
export interface SuggestedList {
  readonly meritList?: string;
  readonly year?: number;
  readonly round?: string;
  readonly region?: "general" | "371j";
  readonly isProvisional: boolean;
}

/** The words of titles, in the order in which they are tried: "SECOND EXTENDED ROUND" is no second round. */
const ROUNDS: readonly (readonly [RegExp, string])[] = [
  [/\bMOCK\b/i, "mock"],
  [/\bSECOND EXTEN[DT]ED\b/i, "2ext"],
  [/\bEXT(?:ENDED)? (?:RND|ROUND)\b/i, "ext"],
  [/\b(?:THIRD ROUND|3RD ROUND|R3|(?:SESSION|ROUND)\s?-\s?3)\b/i, "3"],
  [/\b(?:SECOND ROUND|2ND ROUND|R2|(?:SESSION|ROUND)\s?-\s?2)\b/i, "2"],
  [/\b(?:FIRST ROUND|1ST ROUND|R1|(?:SESSION|ROUND)\s?-\s?1)\b/i, "1"],
];

const MERIT_LISTS: readonly (readonly [RegExp, string])[] = [
  [/\bUG-?NEET\b/i, "UGNEET"],
  [/\bCOMEDK\b/i, "COMEDK"],
  [/\bARCHITECTURE\b/i, "UGCET-ARCH"],
  [/\bENGINEERING\b/i, "UGCET"],
];

export function suggestList(title: string): SuggestedList {
  const find = (words: readonly (readonly [RegExp, string])[]) =>
    words.find(([pattern]) => pattern.test(title))?.[1];
  const [, year] = /\b(?:U?G?CET|UG-?NEET|COMEDK)[- ](20\d\d)\b/i.exec(title) ?? [];
  const [meritList, round] = [find(MERIT_LISTS), find(ROUNDS)];
  const region = findRegion(title);
  return {
    ...(meritList && { meritList }),
    ...(year && { year: Number(year) }),
    ...(round && { round }),
    ...(region && { region }),
    isProvisional: /\bPROVISIONAL\b/i.test(title),
  };
}

function findRegion(title: string): SuggestedList["region"] {
  if (/\b(?:371\s?\(?J|HYDERABAD|HYD|KALYANA)\b/i.test(title)) return "371j";
  return /\b(?:GENERAL|REST OF KARNATAKA)\b/i.test(title) ? "general" : undefined;
}
