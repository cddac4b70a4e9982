/** An option: the codes of a college and of a course, as the authority prints them. */
export interface Option {
  readonly id: string;
  readonly college: string;
  readonly course: string;
}

/** A change of a list, as the functions of database/rules/option-entries.sql take it. */
export type OptionChange =
  /** Behind the option `after`, or at the end. Those that are there already stay where they are. */
  | { readonly kind: "add"; readonly options: readonly Option[]; readonly after?: string }
  /** Behind the option `after`, or to the top. */
  | { readonly kind: "move"; readonly option: string; readonly after: string | null }
  | { readonly kind: "remove"; readonly option: string };

/** Returns the list after a change, as the server will have it. */
export function changeOptions(list: readonly Option[], change: OptionChange): Option[] {
  if (change.kind === "remove") return list.filter(({ id }) => id !== change.option);
  if (change.kind === "add") {
    const added = change.options.filter(({ id }) => !list.some((option) => option.id === id));
    return insertBehind(list, added, change.after);
  }
  const moved = list.find(({ id }) => id === change.option);
  if (!moved || change.after === change.option) return [...list];
  const others = list.filter((option) => option !== moved);
  return change.after === null ? [moved, ...others] : insertBehind(others, [moved], change.after);
}

function insertBehind(list: readonly Option[], added: readonly Option[], after: string | undefined) {
  const index = list.findIndex(({ id }) => id === after);
  return index < 0 ? [...list, ...added] : [...list.slice(0, index + 1), ...added, ...list.slice(index + 1)];
}

/** Returns the option behind which an option has to be moved to get this number; null is the top. */
export function placeOfNumber(list: readonly Option[], moved: string, number: number): string | null {
  const others = list.filter(({ id }) => id !== moved);
  const index = Math.min(Math.max(Math.trunc(number), 1), others.length + 1) - 2;
  return index < 0 ? null : (others[index]?.id ?? null);
}

export interface Comparison {
  readonly added: readonly Option[];
  readonly removed: readonly Option[];
  /** The fewest options that have to be moved, with their numbers before and after. */
  readonly moved: readonly { readonly option: Option; readonly from: number; readonly to: number }[];
}

const seatOf = ({ college, course }: Option) => `${college} ${course}`;

/** Compares two lists by their seats: the same college and course is the same option, whatever its id. */
export function compareOptions(before: readonly Option[], after: readonly Option[]): Comparison {
  const numbersBefore = numbersBySeat(before);
  const numbersAfter = numbersBySeat(after);
  const kept = after.filter((option) => numbersBefore.has(seatOf(option)));
  const unique = kept.filter(
    (option, index) => kept.findIndex((other) => seatOf(other) === seatOf(option)) === index,
  );
  const numberBefore = (option: Option) => numbersBefore.get(seatOf(option)) ?? 0;
  const inOrder = longestIncreasing(unique.map(numberBefore));
  return {
    added: after.filter((option) => !numbersBefore.has(seatOf(option))),
    removed: before.filter((option) => !numbersAfter.has(seatOf(option))),
    moved: unique
      .filter((_, index) => !inOrder.has(index))
      .map((option) => ({ option, from: numberBefore(option), to: numbersAfter.get(seatOf(option)) ?? 0 })),
  };
}

function numbersBySeat(list: readonly Option[]): Map<string, number> {
  const numbers = new Map<string, number>();
  for (const [index, option] of list.entries())
    if (!numbers.has(seatOf(option))) numbers.set(seatOf(option), index + 1);
  return numbers;
}

/** Returns the indexes of a longest increasing subsequence. */
function longestIncreasing(values: readonly number[]): Set<number> {
  /** By length: the index at which the subsequence with the smallest last value ends. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, value] of values.entries()) {
    let low = 0;
    let high = ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[ends[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const found = new Set<number>();
  for (let index = ends.at(-1); index !== undefined; index = before[index]) found.add(index);
  return found;
}

/**
 * Parses an option in an address: "E001 CS". The lists print no codes for many courses, which are named instead: "N002
 * B.Sc.(Hons) Agriculture".
 */
export function findOption(text: string): Omit<Option, "id"> | undefined {
  const [, college, course] = /^([A-Z]{1,2}\d{3,4}) ([0-9A-Za-z].{0,199})$/.exec(text) ?? [];
  return college && course ? { college, course } : undefined;
}

/** Reads codes that were typed or pasted: "E001 CS", "e001,cs", one per line. Returns what could not be read, too. */
export function parseOptionCodes(text: string): { codes: Omit<Option, "id">[]; unread: string[] } {
  const codes: Omit<Option, "id">[] = [];
  const unread: string[] = [];
  for (const line of text.split(/[\n;]/)) {
    const typed = line.trim().toUpperCase();
    if (!typed) continue;
    const [, college, course] =
      /^(?:\d+[.)]\s*)?([A-Z]{1,2}\d{3,4})[\s,/–-]*([0-9A-Z&][0-9A-Z&./-]{0,39})$/.exec(typed) ?? [];
    if (college && course) codes.push({ college, course });
    else unread.push(line.trim());
  }
  return { codes, unread };
}
