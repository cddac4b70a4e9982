import { authorityOf } from "./authority.ts";
import type { CheckedOption } from "./option-checks.ts";

/** An allotment, compared with what the list said. */
export interface AllotmentComparison {
  readonly text: string;
  /** A hint, if the result is not what the list said. */
  readonly advice?: string;
  /** The number in the list, from 1. */
  readonly number: number | undefined;
}

interface Seat {
  readonly college: string;
  readonly course: string;
}

/** @param list the list as it was when the round ran */
export function compareAllotment(
  exam: string,
  seat: Seat | undefined,
  list: readonly CheckedOption[],
): AllotmentComparison {
  const authority = authorityOf(exam);
  const checkFacts =
    authority === "KEA"
      ? "Please compare the category and the claims on your verification slip with those of this list, and ask us or KEA."
      : "Please compare your rank and category with those of this list, and ask us or COMEDK.";
  if (!seat) {
    const sure = list.findIndex(({ likelihood }) => likelihood === "sure") + 1;
    if (sure > 0)
      return {
        number: undefined,
        text: `Nothing was allotted, although the list called number ${sure} sure.`,
        advice: checkFacts,
      };
    return { number: undefined, text: "Nothing was allotted. The list had no sure option." };
  }
  const number =
    list.findIndex(({ college, course }) => college === seat.college && course === seat.course) + 1;
  if (number === 0)
    return {
      number: undefined,
      text: "This seat was not in the list as you keep it here.",
      advice: `Please compare this list with the one that you have saved on ${authority}’s screen.`,
    };
  const above = list.slice(0, number - 1);
  const word = list[number - 1]?.likelihood ?? null;
  const missed = above.flatMap(({ likelihood }, index) => (likelihood === "sure" ? [index + 1] : []));
  const text = `You were allotted number ${number} of ${list.length}${word === null ? "" : `, which the list called ${word}`}. ${aboveText(above)}`;
  if (missed.length > 0)
    return {
      number,
      text,
      advice: `Number ${missed[0]} was called sure and was not allotted. ${checkFacts}`,
    };
  return { number, text };
}

function aboveText(above: readonly CheckedOption[]): string {
  if (above.length === 0) return "It is the first of your list.";
  const counts = new Map<string, number>();
  for (const { likelihood } of above) {
    const word = likelihood ?? "not known";
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].map(([word, count]) => `${count} ${word}`).join(", ");
  return `The ${above.length === 1 ? "one" : above.length} above it ${above.length === 1 ? "was" : "were"} not reached (${words}).`;
}
