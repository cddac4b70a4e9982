import { authorityOf } from "./authority.ts";
import type { Option } from "./options.ts";

/** The likelihood of a seat at this rank, by the figures of the years before. */
export type Likelihood = "sure" | "likely" | "open" | "a stretch" | "out of reach";

/** The facts about an option that the checks of a list need. */
export interface CheckedOption extends Option {
  readonly collegeName: string;
  readonly courseName: string;
  readonly likelihood: Likelihood | null;
  /** Rupees per year. */
  readonly fee: number | null;
}

export interface ListCheck {
  readonly kind: "unreachable" | "no sure option" | "few" | "same seat" | "missing" | "above the limit";
  readonly text: string;
  readonly reason: string;
  /** The numbers of the options that it is about, from 1. */
  readonly numbers: readonly number[];
  /** Options to add, for "missing". */
  readonly missing?: readonly Omit<Option, "id">[];
}

interface ListToCheck {
  /** The code of the merit list. */
  readonly exam: string;
  readonly options: readonly CheckedOption[];
  /** Rupees per year. */
  readonly feeLimit: number | null;
  /** The courses of each listed college, by its code. */
  readonly coursesOf: Readonly<Record<string, readonly string[]>>;
}

const FEW = 10;
const MAX_MISSING = 5;
const COUNT_NAMES = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Checks a list as a whole. Each finding has its reason, and none keeps anybody from listing what they like. */
export function checkOptionList(list: ListToCheck): ListCheck[] {
  if (list.options.length === 0) return [];
  return [
    ...findUnreachable(list),
    ...findMissingSure(list),
    ...findFew(list),
    ...findSameSeats(list),
    ...findAboveLimit(list),
    ...findMissingColleges(list),
  ];
}

function findUnreachable({ options }: ListToCheck): ListCheck[] {
  const number = options.findIndex(({ likelihood }) => likelihood === "sure") + 1;
  if (number === 0 || number === options.length) return [];
  return [
    {
      kind: "unreachable",
      text: `Nothing below number ${number} can ever be reached, because ${number} is sure.`,
      reason:
        "A round gives you the first option of your list that your rank reaches. The options below it would count only if this one were lost.",
      numbers: [number],
    },
  ];
}

function findMissingSure({ options }: ListToCheck): ListCheck[] {
  const known = options.filter(({ likelihood }) => likelihood !== null);
  if (known.length === 0 || known.some(({ likelihood }) => likelihood === "sure")) return [];
  return [
    {
      kind: "no sure option",
      text: "No option is sure: this list may end without a seat.",
      reason:
        "In one year nearly all closing ranks shift the same way, so several likely options can fail together.",
      numbers: [],
    },
  ];
}

function findFew({ exam, options }: ListToCheck): ListCheck[] {
  const count = options.length;
  if (count >= FEW) return [];
  const only = `Only ${COUNT_NAMES[count]} option${count === 1 ? "" : "s"}`;
  if (authorityOf(exam) === "COMEDK")
    return [
      {
        kind: "few",
        text: `${only}.`,
        reason: "Read in COMEDK’s notice how many a list may have, and until when you may add some.",
        numbers: [],
      },
    ];
  return [
    {
      kind: "few",
      text: `${only}; KEA sets no limit.`,
      reason:
        "Options that are entered for round 1 stay for all rounds, and none can be added later (KEA’s workshop, 2025). A longer list costs nothing.",
      numbers: [],
    },
  ];
}

function findSameSeats({ options }: ListToCheck): ListCheck[] {
  const numbersBySeat = new Map<string, number[]>();
  for (const [index, { college, course }] of options.entries()) {
    const seat = `${college} ${course}`;
    numbersBySeat.set(seat, [...(numbersBySeat.get(seat) ?? []), index + 1]);
  }
  return [...numbersBySeat]
    .filter(([, numbers]) => numbers.length > 1)
    .map(([seat, numbers]) => ({
      kind: "same seat" as const,
      text: `${numbers.length === 2 ? "These two are" : "These are"} the same seat: numbers ${numbersText(numbers)}.`,
      reason: `All have the codes ${seat}. Only the first one counts.`,
      numbers,
    }));
}

function findAboveLimit({ options, feeLimit }: ListToCheck): ListCheck[] {
  if (feeLimit === null) return [];
  const numbers = options.flatMap(({ fee }, index) => (fee !== null && fee > feeLimit ? [index + 1] : []));
  if (numbers.length === 0) return [];
  return [
    {
      kind: "above the limit",
      text: `${numbers.length === 1 ? "One option costs" : `${numbers.length} options cost`} more than your family’s limit: ${numbers.length === 1 ? "number" : "numbers"} ${numbersText(numbers)}.`,
      reason: "A seat that is allotted and not taken may be lost with its deposit, and other seats with it.",
      numbers,
    },
  ];
}

/** A course that is listed above, at a college that is listed below with another course only. */
function findMissingColleges({ options, coursesOf }: ListToCheck): ListCheck[] {
  const listed = new Set(options.map(({ college, course }) => `${college} ${course}`));
  const above = new Map<string, CheckedOption>();
  const found = new Map<string, { option: CheckedOption; colleges: CheckedOption[] }>();
  for (const below of options) {
    for (const course of coursesOf[below.college] ?? []) {
      const option = above.get(course);
      const seat = `${below.college} ${course}`;
      if (!option || listed.has(seat)) continue;
      listed.add(seat);
      const entry = found.get(course) ?? { option, colleges: [] };
      entry.colleges.push(below);
      found.set(course, entry);
    }
    if (!above.has(below.course)) above.set(below.course, below);
  }
  return [...found.values()].slice(0, MAX_MISSING).map(({ option, colleges }) => ({
    kind: "missing" as const,
    text: `Missing: ${option.courseName} at ${namesText(colleges.map(({ collegeName }) => collegeName))}.`,
    reason: "You list this course above, and another course of the same college below.",
    numbers: [options.indexOf(option) + 1, ...colleges.map((other) => options.indexOf(other) + 1)],
    missing: colleges.map(({ college }) => ({ college, course: option.course })),
  }));
}

/** "1, 2 and 3"; of many, the first ones. */
function numbersText(numbers: readonly number[]): string {
  return namesText(numbers.map(String));
}

function namesText(names: readonly string[]): string {
  const [first = "", ...others] = names;
  if (others.length === 0) return first;
  if (names.length > 4) return `${names.slice(0, 3).join(", ")} and ${names.length - 3} more`;
  return `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}
