/** The rounds of a season, as a student puts in what was allotted. */
export const ROUNDS = [
  { code: "mock", name: "Mock allotment" },
  { code: "1", name: "Round 1" },
  { code: "2", name: "Round 2" },
  { code: "3", name: "Round 3 or later" },
] as const;

/** Also of the rounds that older published lists have. */
const OLDER: Readonly<Record<string, string>> = {
  mock1: "First mock allotment",
  mock2: "Second mock allotment",
  "2ext": "Second extended round",
  ext: "Extended round",
};

export function roundName(round: string): string {
  return ROUNDS.find(({ code }) => code === round)?.name ?? OLDER[round] ?? round;
}

/** The rounds that a published list may be of. */
export const PUBLISHED_ROUNDS = [...ROUNDS.map(({ code }) => code), ...Object.keys(OLDER)];
