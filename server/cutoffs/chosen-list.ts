import type { Figure } from "./figures.ts";
import type { PrintedList, PrintedRow } from "./printed-list.ts";
import { suggestList } from "./suggest-list.ts";

/** The list that a file is an edition of. */
export interface ChosenList {
  readonly meritList: string;
  readonly year: number;
  readonly round: string;
  readonly region: string;
}

/** The facts about a list that nobody has chosen yet. */
export type PartialChoice = { readonly [Part in keyof ChosenList]?: ChosenList[Part] | undefined };

/** The exams whose lists are for everybody. */
const WITHOUT_REGIONS = ["UGNEET", "COMEDK"];

/** Returns what the columns of a table, its title, or else its name say about the list of a file. */
export function suggestChoice(
  list: PrintedList,
  fileName: string,
): Partial<ChosenList> & { isProvisional: boolean } {
  const [, meritList, year, round, region] =
    /^([A-Z-]+)-(20\d\d)-([a-z0-9]+)(?:-(all|general|371j))?\./.exec(fileName) ?? [];
  const named = {
    ...(meritList && { meritList }),
    ...(year && { year: Number(year) }),
    ...(round && { round }),
    ...(region && { region }),
  };
  const suggested = { ...suggestList(list.title), ...list.columns, ...named };
  if (!suggested.meritList) return suggested;
  return {
    ...suggested,
    region: WITHOUT_REGIONS.includes(suggested.meritList) ? "all" : (suggested.region ?? "general"),
  };
}

export function isComplete(choice: PartialChoice): choice is ChosenList {
  const { meritList, year, round, region } = choice;
  return [meritList, year, round, region].every((each) => each !== undefined);
}

/** Returns the figures of a file by merit list: until 2024, KEA printed architecture among the courses of engineering. */
export function divideByMeritList(
  list: PrintedList,
  choice: ChosenList,
): { choice: ChosenList; figures: Figure[] }[] {
  const isOther = ({ code, course }: PrintedRow) =>
    choice.meritList === "UGCET" && (code === "AR" || /^architecture$/i.test(course));
  const divided = [
    { choice, rows: list.rows.filter((row) => !isOther(row)) },
    { choice: { ...choice, meritList: "UGCET-ARCH" }, rows: list.rows.filter(isOther) },
  ];
  return divided
    .map(({ choice, rows }) => ({ choice, figures: rows.flatMap(toFigures) }))
    .filter(({ figures }) => figures.length > 0);
}

function toFigures({ college, name, code, course, ranks }: PrintedRow): Figure[] {
  const seat = { college, name, code, course };
  return ranks.map(({ category, rank }) => ({
    seat,
    category,
    rank,
    agree: 0,
    differ: 0,
    source: "imported",
  }));
}
