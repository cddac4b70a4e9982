import { describe, expect, test } from "vitest";
import { addCutoffs, type PrintedRank } from "../world/cutoffs.ts";
import { setUpWorld } from "./rules-world.ts";

const world = setUpWorld();

const cs: PrintedRank = { college: "E001", course: "CS", category: "GM", rank: 10_000 };

async function idOf(college: string, course = "CS"): Promise<number> {
  const [row] = await world.asOwner<{ id: number }>(
    `select seats.id from college_courses seats join colleges on colleges.id = college_id join courses on courses.id = course_id
     where colleges.code = $1 and courses.key = $2`,
    [college, course],
  );
  return row?.id ?? 0;
}

type Outlook = {
  readonly seat_id: number;
  readonly best_category: string | null;
  readonly word: string | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly kind: string | null;
  readonly reason: string | null;
  readonly is_new: boolean;
  readonly is_gone: boolean;
  readonly counted: string[];
};

async function outlook(seat: number, given: string): Promise<Outlook> {
  const { rows } = await world.as<Outlook>(
    "planned",
    `select * from seat_outlooks('UGCET', array[${seat}], ${given})`,
  );
  return rows[0] as Outlook;
}

test.each([
  [6_000, "sure", 98, 99],
  [7_500, "likely", 91, 98],
  [8_000, "likely", 85, 96],
  [9_000, "open", 60, 86],
  [10_000, "open", 30, 67],
  [11_000, "a stretch", 11, 50],
  [20_000, "out of reach", 0, 3],
])(
  "at rank %i, a seat that closed at 10000 is %s: in reach in %i to %i of 100 cases",
  async (rank, word, low, high) => {
    await addCutoffs(world.asOwner, [cs]);
    expect(await outlook(await idOf("E001"), `${rank}`)).toMatchObject({
      word,
      low,
      high,
      kind: "year-1",
      reason: null,
    });
  },
);

describe("the lists that are compared", () => {
  test("are the newest mock or first round, unless another is asked for", async () => {
    await addCutoffs(world.asOwner, [
      cs,
      { ...cs, round: "2", rank: 12_000 },
      { ...cs, round: "3", rank: 14_000 },
      { ...cs, year: 2026, round: "mock", rank: 9_000 },
    ]);
    const seat = await idOf("E001");
    const kindOf = async (given: string) => (await outlook(seat, given)).kind;
    expect(await kindOf("5000")).toBe("mock-1");
    expect(await kindOf("5000, year => 2025::smallint")).toBe("year-1");
    expect(await kindOf("5000, year => 2025::smallint, round => '2'")).toBe("year-2");
    expect(await kindOf("5000, year => 2025::smallint, round => '3'")).toBe("year-last");
    expect(await kindOf("5000, year => 2025::smallint, round => '1', target => 'round'")).toBe("1-2");
    expect(await kindOf("5000, year => 2025::smallint, round => '2', target => 'round'")).toBe("2-last");
  });

  test("of the last round have none after them in the same year", async () => {
    await addCutoffs(world.asOwner, [{ ...cs, round: "3" }]);
    expect(await outlook(await idOf("E001"), "5000, round => '3', target => 'round'")).toMatchObject({
      word: null,
      reason: "no later round",
    });
  });

  test("are not those of another merit list, even for the same college", async () => {
    await addCutoffs(world.asOwner, [cs]);
    const { rows } = await world.as(
      "planned",
      `select * from seat_outlooks('UGNEET', array[${await idOf("E001")}], 5)`,
    );
    expect(rows).toEqual([]);
  });
});

describe("a seat without a word says why", () => {
  test("no rank was printed for the candidate's categories, which is not impossible", async () => {
    await addCutoffs(world.asOwner, [cs, { ...cs, college: "E002", category: "STG" }]);
    expect(await outlook(await idOf("E002"), "5000")).toMatchObject({
      word: null,
      reason: "no rank printed",
      counted: [],
    });
  });

  test("the seat is gone from the list, and another one is new", async () => {
    await addCutoffs(world.asOwner, [
      { ...cs, year: 2024 },
      { ...cs, year: 2024, college: "E002" },
      cs,
      { ...cs, college: "E003" },
    ]);
    expect(await outlook(await idOf("E002"), "5000")).toMatchObject({
      reason: "not listed",
      is_gone: true,
      is_new: false,
    });
    expect(await outlook(await idOf("E003"), "5000")).toMatchObject({
      word: "sure",
      is_gone: false,
      is_new: true,
    });
    expect(await outlook(await idOf("E001"), "5000")).toMatchObject({ is_gone: false, is_new: false });
  });

  test("a 371(J) rank has too few lists before it, and General Merit still has its word", async () => {
    await addCutoffs(world.asOwner, [cs, { ...cs, category: "GMH", region: "371j", rank: 30_000 }]);
    const seat = await idOf("E001");
    expect(await outlook(seat, "25000, is_371j => true")).toMatchObject({
      best_category: "GMH",
      word: null,
      reason: "too few pairs",
      counted: ["GM", "GMH"],
    });
    expect(await outlook(seat, "7000, is_371j => true")).toMatchObject({
      best_category: "GM",
      word: "likely",
    });
  });

  test("last year's SC rank has no exact successor in S1 to S4", async () => {
    await addCutoffs(world.asOwner, [{ ...cs, category: "SCG" }]);
    const seat = await idOf("E001");
    for (const category of ["SC", "S2"])
      expect(await outlook(seat, `5000, '${category}'`)).toMatchObject({
        best_category: "SCG",
        word: null,
        reason: "no successor",
      });
    await addCutoffs(world.asOwner, [{ ...cs, year: 2026, round: "mock", category: "S2G" }]);
    expect(await outlook(seat, "5000, 'S2'")).toMatchObject({
      best_category: "S2G",
      word: "sure",
      kind: "mock-1",
    });
    expect(await outlook(seat, "5000, 'S1'")).toMatchObject({ word: null, reason: "no rank printed" });
  });
});

interface ListOutlook {
  readonly word: string | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly reason: string | null;
  readonly years: { from: number; to: number; known: number; first: number | null }[];
}

async function listOutlook(seats: number[], rank: number): Promise<ListOutlook> {
  const { rows } = await world.as<{ result: ListOutlook }>(
    "planned",
    "select list_outlook('UGCET', $1, $2) as result",
    [seats, rank],
  );
  return rows[0]?.result as ListOutlook;
}

describe("a list as a whole", () => {
  test("ten options at the same distance are no more than one of them: they shift together", async () => {
    const colleges = Array.from({ length: 10 }, (_, index) => `E0${index + 10}`);
    await addCutoffs(
      world.asOwner,
      colleges.map((college) => ({ ...cs, college })),
    );
    const seats: number[] = [];
    for (const college of colleges) seats.push(await idOf(college));
    const one = await listOutlook(seats.slice(0, 1), 11_000);
    expect(one).toMatchObject({ word: "a stretch", low: 11, high: 50 });
    expect(await listOutlook(seats, 11_000)).toMatchObject({ word: one.word, low: one.low, high: one.high });
  });

  test("has the best option of each pair of lists, and no range without one", async () => {
    await addCutoffs(world.asOwner, [
      cs,
      { ...cs, course: "EC", rank: 40_000 },
      { ...cs, course: "ME", category: "STG" },
    ]);
    const [first, second, other] = [await idOf("E001"), await idOf("E001", "EC"), await idOf("E001", "ME")];
    expect(await listOutlook([first, second], 10_000)).toMatchObject({ word: "sure" });
    expect(await listOutlook([other], 10_000)).toMatchObject({
      word: null,
      low: null,
      reason: "no rank printed",
      years: [],
    });
  });

  test("is replayed in earlier lists with the same distances", async () => {
    await addCutoffs(world.asOwner, [
      { ...cs, year: 2023, rank: 1_000 },
      { ...cs, year: 2023, course: "EC", rank: 2_000 },
      { ...cs, year: 2024, rank: 900 },
      { ...cs, year: 2024, course: "EC", rank: 2_100 },
      { ...cs, rank: 500 },
      { ...cs, course: "EC", rank: 1_000 },
    ]);
    const seats = [await idOf("E001"), await idOf("E001", "EC")];
    // 470 is at 0.94 of 500 and at 0.47 of 1000.
    expect((await listOutlook(seats, 470)).years).toEqual([
      { from: 2023, to: 2024, known: 2, first: 2 },
      { from: 2024, to: 2025, known: 2, first: 2 },
    ]);
    expect((await listOutlook(seats, 1_200)).years.map(({ first }) => first)).toEqual([null, null]);
  });
});

test("a call names at most 500 seats", async () => {
  for (const call of ["seat_outlooks", "list_outlook"])
    expect(await world.refusal("planned", `select ${call}('UGCET', array_fill(1, '{501}'), 5)`)).toEqual({
      code: "P0001",
      message: "Name at most 500 seats.",
    });
});
