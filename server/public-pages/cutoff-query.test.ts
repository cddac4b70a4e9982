import { expect, test } from "vitest";
import { isQuestion, parseCutoffQuery, readQuestion } from "./cutoff-query.ts";
import type { Directory } from "./rows/directory.ts";

const round = (year: number, name: string, edition: number) => ({
  list: "UGCET",
  year,
  round: name,
  isMock: name === "mock",
  isProvisional: false,
  editions: [edition],
});
const DIRECTORY: Directory = {
  version: 1,
  changedAt: "2026-11-22T00:00:00Z",
  colleges: [],
  lists: [{ id: 1, code: "UGCET", exam: "UGCET", name: "UGCET engineering" }],
  rounds: [round(2026, "mock", 3), round(2025, "2", 2), round(2025, "1", 1)],
  categories: [],
  kindFees: [],
};
const read = (query: Record<string, unknown>) => readQuestion(parseCutoffQuery(query), DIRECTORY);

test.each([
  ["12345", 12_345],
  ["1,23,456", 123_456],
  [" 53340.5 ", 53_340.5],
])("the rank %j is read", (rank, expected) => {
  const question = read({ rank });
  expect(isQuestion(question) && question.rank).toBe(expected);
});

test("without a choice, the newest first round counts: a mock list allots no seat", () => {
  const question = read({ rank: "1" });
  expect(isQuestion(question) && question.round.editions).toEqual([1]);
  const chosen = read({ rank: "1", list: "2026-mock" });
  expect(isQuestion(chosen) && chosen.round.editions).toEqual([3]);
});

test.each(["", "0", "-1", "abc", "1e5", "٣", "1;2", "99999999", "1".repeat(50), "1%0d"])(
  "the rank %j is a mistake of its field",
  (rank) => {
    const problems = read({ rank, exam: "UGCET" });
    expect(Object.keys(problems)).toEqual(["rank"]);
  },
);

test("every wrong value is named at once", () => {
  const wrong = { rank: "1", exam: "x", category: "9Z", district: "Nowhere", kind: "x", fee: "much" };
  expect(Object.keys(read(wrong)).sort()).toEqual(["category", "district", "exam", "fee", "kind"]);
});

test("attack: repeated, nested and giant values are read as text", () => {
  expect(parseCutoffQuery({ rank: ["5", "6"], course: "x".repeat(1_000), kind: { a: 1 } })).toMatchObject({
    rank: "5",
    course: "x".repeat(80),
    kind: "",
  });
});
