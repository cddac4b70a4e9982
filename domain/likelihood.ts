/** The meaning of the distance between a rank and a closing rank, in words (docs/decisions/0089-likelihood.md). */
export const WORDS = ["sure", "likely", "open", "a stretch", "out of reach"] as const;
export type LikelihoodWord = (typeof WORDS)[number];

/** The range of cases in reach, of 100, over the pairs of lists that were compared. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The kind of the compared lists: a mock with the first round, a round with the next one, or with that of the next year. */
export type Comparison = "mock-1" | "mock1-1" | "1-2" | "2-last" | "year-1" | "year-2" | "year-last";

export interface Outlook {
  readonly word: string | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly firstYear: number | null;
  readonly lastYear: number | null;
  readonly kind: string | null;
  readonly reason: string | null;
}

/** The word for a range. database/rules/cutoff-likelihood.sql has the same limits, and decides. */
export function wordOf({ low, high }: Range): LikelihoodWord {
  if (low >= 95) return "sure";
  if (low >= 80) return "likely";
  if (low >= 25) return "open";
  return high >= 5 ? "a stretch" : "out of reach";
}

/** The text of each word, for a legend. */
export const LEGEND: Readonly<Record<LikelihoodWord, string>> = {
  sure: "In reach in at least 95 of 100 cases, in each pair of lists that we compared. It is not a promise.",
  likely: "In reach in at least 80 of 100 cases, in each pair of lists.",
  open: "In reach in at least 25 of 100 cases, in each pair of lists. It can go either way.",
  "a stretch": "In reach in fewer than 25 of 100 cases in some pair of lists, but in 5 or more in another.",
  "out of reach": "In reach in fewer than 5 of 100 cases, in each pair of lists.",
};

const COMPARED: Readonly<Record<Comparison, string>> = {
  "mock-1": "from the mock allotment to the first round",
  "mock1-1": "from the first mock allotment to the first round",
  "1-2": "from the first to the second round",
  "2-last": "from the second to the last round",
  "year-1": "from year to year",
  "year-2": "from year to year, in second rounds",
  "year-last": "from year to year, in last rounds",
};

const REASONS: Readonly<Record<string, string>> = {
  "no rank given": "Enter your rank to compare it with the closing ranks.",
  "no rank printed":
    "No rank was printed for your categories in this list. That does not make the seat impossible: nobody may have asked for it.",
  "not listed": "This list does not have the seat. It may be gone, or come back in a later list.",
  "too few pairs":
    "We have too few lists of this kind to say what the distance means. Compare the ranks yourself.",
  "no successor":
    "KEA prints SC as S1 to S4 since 2026. The SC rank of an earlier year has no exact successor, so we cannot say.",
  "no later round": "We know of no round after this one in the same year.",
};

/** "Seats with this distance were in reach in 85 to 96 of 100 cases from year to year (2021 to 2025)." */
export function meaningOf(outlook: Outlook): string {
  return meaning(outlook, "Seats with this distance were in reach");
}

/** The same for a list as a whole. Its options shift together, so their chances are never multiplied. */
export function meaningOfList(outlook: Outlook): string {
  return meaning(outlook, "The best option of a list with these distances was in reach");
}

function meaning({ low, high, kind, firstYear, lastYear, reason }: Outlook, subject: string): string {
  if (low === null || high === null)
    return (reason && REASONS[reason]) || "We cannot say what this distance means.";
  const cases = low === high ? `${low}` : `${low} to ${high}`;
  const compared = COMPARED[kind as Comparison] ?? "from list to list";
  const years = firstYear === lastYear ? `${firstYear}` : `${firstYear} to ${lastYear}`;
  return `${subject} in ${cases} of 100 cases ${compared} (${years}).`;
}

/** The same options in two lists that came one after the other. */
export interface ReplayedYear {
  readonly from: number;
  readonly to: number;
  /** The options that both lists have. */
  readonly known: number;
  /** The number of the first option in reach; null if none was. */
  readonly first: number | null;
}

export function describeReplay({ from, to, known, first }: ReplayedYear): string {
  const lists = from === to ? `In ${from}` : `From ${from} to ${to}`;
  const options = known === 1 ? "the 1 option" : `the ${known} options`;
  if (first === null) return `${lists}, none of ${options} that both lists have was in reach.`;
  return `${lists}, number ${first} was the first in reach, of ${options} that both lists have.`;
}
