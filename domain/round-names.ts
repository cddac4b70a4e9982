/** The rounds of a season and of published lists, by code. `private.round_name` in database/rules/ has the same names. */
const NAMES = new Map([
  ["mock", "Mock allotment"],
  ["1", "Round 1"],
  ["2", "Round 2"],
  ["3", "Round 3"],
  ["mock1", "First mock allotment"],
  ["mock2", "Second mock allotment"],
  ["2ext", "Second extended round"],
  ["ext", "Extended round"],
]);

/** The rounds that a published list may be of. */
export const PUBLISHED_ROUNDS: readonly string[] = [...NAMES.keys()];

export const roundName = (round: string): string => NAMES.get(round) ?? round;

/** The rounds after which a student puts in what was allotted. */
export const ALLOTMENT_ROUNDS: readonly string[] = ["mock", "1", "2", "3"];

/** The last of these rounds stands for all later ones, too. */
export const allotmentRoundName = (round: string): string =>
  round === ALLOTMENT_ROUNDS.at(-1) ? `${roundName(round)} or later` : roundName(round);
