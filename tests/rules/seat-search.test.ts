import { expect, test } from "vitest";
import { wordOf } from "../../domain/likelihood.ts";
import { addCutoffs, type PrintedRank } from "../world/cutoffs.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

interface Candidate {
  readonly rank: number;
  readonly category: string;
  readonly rural: boolean;
  readonly kannada: boolean;
  readonly region: boolean;
}

type Found = {
  readonly seat: string;
  readonly category: string;
  readonly closing: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly word: string | null;
};

/** Random numbers that a seed repeats. */
function randomFrom(seed: number) {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, pick: <Item>(items: readonly Item[]) => items[below(items.length)] as Item };
}

const DISTANCES = [
  0.1, 0.2, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15,
  1.2, 1.25, 1.3, 1.35, 1.4, 1.45, 1.5, 1.75, 2, 2.5, 3, 4, 5,
];
const GENERAL = ["GM", "GMR", "GMK", "2AG", "2AR", "2AK", "SCG", "STG"];
const REGIONAL = ["GMH", "2AH", "GMRH"];
const GROUPS: Record<string, string> = {
  GM: "General Merit",
  GMR: "General Merit, rural or Kannada medium",
  GMK: "General Merit, rural or Kannada medium",
  "2AG": "other categories",
  "2AR": "other categories, rural or Kannada medium",
  "2AK": "other categories, rural or Kannada medium",
  SCG: "SC and ST",
  STG: "SC and ST",
};

function mayTake(code: string, { category, rural, kannada, region }: Candidate): boolean {
  const [, base, pool = ""] = /^(GM|2A|SC|ST)(.*)$/.exec(code) ?? [];
  return (
    (base === "GM" || base === category) &&
    (rural || !pool.includes("R")) &&
    (kannada || !pool.includes("K")) &&
    (region || !pool.includes("H"))
  );
}

/** The same answer, slowly: every rank is read, one after the other. */
function searchSlowly(
  ranks: readonly PrintedRank[],
  shares: ReadonlyMap<string, number[][]>,
  candidate: Candidate,
) {
  const best = new Map<string, Found & { order: number[] }>();
  for (const { college, course, category, rank } of ranks) {
    const closing = Number(rank);
    if (!mayTake(category, candidate) || closing < candidate.rank / 5) continue;
    const distance = candidate.rank / closing;
    const pairs = shares.get(GROUPS[category] ?? "");
    const above = DISTANCES.findIndex((each) => each >= distance);
    const below = DISTANCES.filter((each) => each <= distance).length - 1;
    const low = pairs ? Math.min(...pairs.map((pair) => (above < 0 ? 0 : (pair[above] as number)))) : null;
    const high = pairs ? Math.max(...pairs.map((pair) => (below < 0 ? 100 : (pair[below] as number)))) : null;
    const word = low === null || high === null ? null : wordOf({ low, high });
    const order = [low ?? (distance <= 1 ? 24 : -1), high ?? 101, closing];
    const seat = `${college} ${course}`;
    const known = best.get(seat);
    const isBetter = !known || compare(order, known.order) > 0;
    if (isBetter) best.set(seat, { seat, category, closing, low, high, word, order });
  }
  return [...best.values()].filter(({ word }) => word !== "out of reach").map(({ order, ...found }) => found);
}

function compare(left: number[], right: number[]): number {
  const at = left.findIndex((value, index) => value !== right[index]);
  // A missing upper end of a range sorts last.
  if (at === 1 && (left[1] === 101) !== (right[1] === 101)) return left[1] === 101 ? -1 : 1;
  return at < 0 ? 0 : (left[at] as number) - (right[at] as number);
}

async function search(candidate: Candidate, more = ""): Promise<Found[]> {
  const { rate, ...values } = { rate: 0, ...candidate };
  const { rows } = await world.as<Found>(
    "student",
    `select college_code || ' ' || course_key as seat, best_category as category, closing_rank::float8 as closing, low, high, word
     from search_seats('UGCET', $1, $2, $3, $4, $5, page_size => 500${more})`,
    Object.values(values),
  );
  return rows;
}

async function readShares(): Promise<Map<string, number[][]>> {
  const rows = await world.asOwner<{ category_group: string; shares: number[] }>(
    "select category_group, shares from private.cutoff_calibration where merit_list = 'UGCET' and kind = 'year-1'",
  );
  const shares = new Map<string, number[][]>();
  for (const row of rows)
    shares.set(row.category_group, [...(shares.get(row.category_group) ?? []), row.shares]);
  return shares;
}

test("the search finds what a slow plain search finds, for random ranks and candidates", async () => {
  const random = randomFrom(16);
  const ranks = new Map<string, PrintedRank>();
  for (let index = 0; index < 900; index++) {
    const isRegional = random.below(5) === 0;
    const printed: PrintedRank = {
      college: `E${String(1 + random.below(40)).padStart(3, "0")}`,
      course: random.pick(["CS", "EC", "ME"]),
      category: random.pick(isRegional ? REGIONAL : GENERAL),
      region: isRegional ? "371j" : "general",
      rank: 1 + random.below(40_000),
    };
    ranks.set([printed.college, printed.course, printed.category].join(), printed);
  }
  const printed = [...ranks.values()];
  await addCutoffs(world.asOwner, printed);
  const shares = await readShares();
  const bySeat = (left: Found, right: Found) => left.seat.localeCompare(right.seat);
  for (let index = 0; index < 60; index++) {
    const candidate = {
      rank: 1 + random.below(random.pick([300, 5_000, 60_000])),
      category: random.pick(["GM", "2A", "ST"]),
      rural: random.below(2) === 0,
      kannada: random.below(2) === 0,
      region: random.below(2) === 0,
    };
    const found = await search(candidate);
    const closings = found.map(({ closing }) => closing);
    expect(closings).toEqual([...closings].sort((left, right) => left - right));
    expect(found.sort(bySeat), JSON.stringify(candidate)).toEqual(
      searchSlowly(printed, shares, candidate).sort(bySeat),
    );
  }
});

const plain: Candidate = { rank: 8_000, category: "GM", rural: false, kannada: false, region: false };
const SEATS: PrintedRank[] = [
  { college: "E001", course: "CS", category: "GM", rank: 10_000 },
  { college: "E001", course: "EC", category: "GM", rank: 20_000 },
  { college: "E002", course: "CS", category: "GM", rank: 8_000.5 },
];

test("courses, words and pages narrow the answer, and the total stays that of all pages", async () => {
  await addCutoffs(world.asOwner, SEATS);
  const seats = async (more: string) => (await search(plain, more)).map(({ seat }) => seat);
  expect(await seats("")).toEqual(["E002 CS", "E001 CS", "E001 EC"]);
  expect(await seats(", course_keys => '{CS}'")).toEqual(["E002 CS", "E001 CS"]);
  expect(await seats(", words => '{sure}'")).toEqual(["E001 EC"]);
  expect(await seats(", page_offset => 1")).toEqual(["E001 CS", "E001 EC"]);
  const { rows } = await world.as("student", "select total from search_seats('UGCET', 8000, page_size => 1)");
  expect(rows).toEqual([{ total: "3" }]);
});

test("a seat has its ranks of earlier years, and one that no earlier list has is new", async () => {
  await addCutoffs(world.asOwner, [{ ...SEATS[0], year: 2024, rank: 9_000 } as PrintedRank, ...SEATS]);
  const { rows } = await world.as<{ is_new: boolean; ranks: { year: number; rank: number }[] }>(
    "student",
    "select is_new, ranks from search_seats('UGCET', 8000, course_keys => '{CS}') order by college_code",
  );
  expect(rows.map(({ is_new }) => is_new)).toEqual([false, true]);
  expect(rows[0]?.ranks.map(({ year, rank }) => [year, rank])).toEqual([
    [2025, 10_000],
    [2024, 9_000],
  ]);
});

test.each([
  ["'UGCET', 0", "Write the rank as a number between 1 and 9999999."],
  ["'UGCET', -5", "Write the rank as a number between 1 and 9999999."],
  ["'UGCET', 1e30", "Write the rank as a number between 1 and 9999999."],
  ["'UGCET', 'NaN'", "Write the rank as a number between 1 and 9999999."],
  ["'UGCET', 5, page_size => 501", "Ask for less at a time."],
  ["'UGCET', 5, page_size => null", "Ask for less at a time."],
  ["'UGCET', 5, page_offset => -1", "Ask for less at a time."],
  ["'UGCET', 5, course_keys => array_fill('CS'::text, '{201}')", "Ask for less at a time."],
])("search_seats(%s) is refused", async (given, message) => {
  await addCutoffs(world.asOwner, SEATS);
  expect(await world.refusal("student", `select * from search_seats(${given})`)).toEqual({
    code: "P0001",
    message,
  });
});

test("nulls, an unknown exam and an unknown category give no word and no error", async () => {
  await addCutoffs(world.asOwner, SEATS);
  const found = async (given: string) =>
    (await world.as("student", `select word, reason from search_seats(${given})`)).rows;
  expect(await found("'UGCET', null, course_keys => '{EC}'")).toEqual([
    { word: null, reason: "no rank given" },
  ]);
  expect(await found("null, 5")).toEqual([]);
  expect(await found("'NOTHING', 5")).toEqual([]);
  expect(await found("'UGCET', 5, 'XX'")).toEqual([]);
  expect(await found("'UGCET', 5, null, null, null, null")).toEqual([]);
});

test("visitors ask the server's pages, which may call the function", async () => {
  expect(await world.refusal("visitor", "select * from search_seats('UGCET', 5)")).toMatchObject({
    code: "42501",
  });
});
