import type { Random } from "../seeded-random.ts";
import type { CallRequest, SimulatedMentor } from "./week.ts";

/** A free mentor, as a rule sees them. */
export interface FreeMentor {
  readonly mentor: SimulatedMentor;
  readonly isLast: boolean;
  readonly fits: boolean;
  /** A short call would fill a half hour of which the other half is taken already. */
  readonly fillsHalfHour: boolean;
  readonly minutesThatDay: number;
}

/** Puts the mentor who gets the booking first. */
type Order = (one: FreeMentor, other: FreeMentor) => number;

const first =
  (holds: (free: FreeMentor) => boolean): Order =>
  (one, other) =>
    Number(holds(other)) - Number(holds(one));
const LAST = first(({ isLast }) => isLast);
const FIT = first(({ fits }) => fits);
const HALF_HOUR = first(({ fillsHalfHour }) => fillsHalfHour);
const LEAST: Order = (one, other) => one.minutesThatDay - other.minutesThatDay;
const GRANT: Order = (one, other) => one.mentor.index - other.mentor.index;

export interface Rule {
  readonly name: string;
  readonly choose: (free: readonly FreeMentor[], random: Random) => FreeMentor | undefined;
}

const inOrder = (name: string, ...orders: Order[]): Rule => ({
  name,
  choose: (free) =>
    [...free].sort((one, other) => {
      for (const order of [...orders, GRANT]) {
        const difference = order(one, other);
        if (difference !== 0) return difference;
      }
      return 0;
    })[0],
});

/** The rule of private.assign_mentor. A test compares the two. */
export const PRODUCT_RULE = inOrder("last mentor, fit, least to do", LAST, FIT, LEAST);

export const RULES: readonly Rule[] = [
  { name: "random", choose: (free, random) => (free.length > 0 ? random.pick(free) : undefined) },
  inOrder("least to do", LEAST),
  inOrder("fit, least to do", FIT, LEAST),
  PRODUCT_RULE,
  inOrder("last mentor, fit, half hour, least to do", LAST, FIT, HALF_HOUR, LEAST),
  inOrder("half hour, last mentor, fit, least to do", HALF_HOUR, LAST, FIT, LEAST),
];

export function fits({ exam, level }: CallRequest, { exams, levels }: SimulatedMentor): boolean {
  return exams.includes(exam) && levels.includes(level);
}
