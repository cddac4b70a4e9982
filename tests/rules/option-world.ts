import { people, type Who } from "./people.ts";
import type { Refusal, RulesWorld } from "./rules-world.ts";

export interface StoredList {
  readonly id: string;
  readonly revision: number;
  readonly limit: number;
  readonly entries: readonly { readonly id: string; readonly college: string; readonly course: string }[];
  readonly comments: readonly {
    readonly id: string;
    readonly by: string;
    readonly words: string;
    readonly isOwn: boolean;
  }[];
  readonly versions: readonly {
    readonly id: string;
    readonly name: string;
    readonly state: string;
    readonly count: number;
    readonly by: string | null;
  }[];
  readonly allotments: readonly {
    readonly round: string;
    readonly college: string | null;
    readonly entries: readonly unknown[];
  }[];
}

/** The id of the option with this number. */
export const optionId = (number: number) => `0b000000-0000-4000-8000-${String(number).padStart(12, "0")}`;

/** Options 1 to `count`, each of a college of its own. */
export const optionsFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: optionId(first + index),
    college: `E${String(first + index).padStart(3, "0")}`,
    course: "CS",
  }));

export function optionCalls(world: RulesWorld, exam = "UGCET") {
  return {
    add: (who: Who, options: unknown, after?: string): Promise<Refusal | undefined> =>
      world.refusal(who, "select add_options($1, $2, $3)", [exam, JSON.stringify(options), after]),
    move: (who: Who, option: number, after?: number): Promise<Refusal | undefined> =>
      world.refusal(who, "select move_option($1, $2, $3)", [
        exam,
        optionId(option),
        after === undefined ? null : optionId(after),
      ]),
    remove: (who: Who, option: number): Promise<Refusal | undefined> =>
      world.refusal(who, "select remove_option($1, $2)", [exam, optionId(option)]),
    async list(who: Who): Promise<StoredList> {
      const { rows } = await world.as<{ list: StoredList }>(who, "select own_option_list($1) as list", [
        exam,
      ]);
      return rows[0]?.list as StoredList;
    },
    /** The numbers of the options in order. */
    async order(who: Who): Promise<number[]> {
      const { entries } = await this.list(who);
      return entries.map(({ id }) => Number(id.slice(-12)));
    },
    async open(who: Who, student: Who): Promise<StoredList | undefined> {
      const { rows } = await world.as<{ list: StoredList }>(who, "select open_option_list($1, $2) as list", [
        (people[student] as { id: string }).id,
        exam,
      ]);
      return rows[0]?.list;
    },
  };
}
