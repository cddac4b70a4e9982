import { expect, test } from "vitest";
import { isSearch, parseCutoffQuery, readSearch } from "./cutoff-query.ts";
import type { Directory } from "./rows/directory.ts";

const round = (year: number, name: string) => ({ list: "UGCET", year, round: name, isProvisional: false });
const DIRECTORY: Directory = {
  version: 1,
  changedAt: "2026-11-22T00:00:00Z",
  colleges: [],
  lists: [{ id: 1, code: "UGCET", exam: "UGCET", name: "UGCET engineering" }],
  rounds: [round(2026, "mock"), round(2025, "1")],
  courses: [
    { list: "UGCET", key: "CS", name: "Computer Science" },
    { list: "UGCET", key: "CE", name: "Civil Engineering" },
    { list: "COMEDK", key: "CIV", name: "Civil" },
    ...Array.from({ length: 300 }, (_none, at) => ({ list: "UGCET", key: `X${at}`, name: "Extra" })),
  ],
  categories: [],
  kindFees: [],
};
const read = (query: Record<string, unknown>) => readSearch(parseCutoffQuery(query), DIRECTORY);

test.each([
  ["12345", 12_345],
  ["1,23,456", 123_456],
  [" 53340.5 ", 53_340.5],
])("the rank %j is read", (rank, expected) => {
  const search = read({ rank });
  expect(isSearch(search) && search.rank).toBe(expected);
});

test("a list is chosen by its year and round; without a choice, the search decides", () => {
  expect(read({ rank: "1" })).toMatchObject({ list: undefined, category: "GM", page: 1 });
  expect(read({ rank: "1", list: "2026-mock" })).toMatchObject({ list: { year: 2026, round: "mock" } });
  expect(Object.keys(read({ rank: "1", list: "2019-1" }))).toEqual(["list"]);
});

test("courses of the exam are found by a part of their name and by their code", () => {
  expect(read({ rank: "1", course: "civil" })).toMatchObject({ courses: ["CE"] });
  expect(read({ rank: "1", course: "cs" })).toMatchObject({ courses: ["CS"] });
  expect(read({ rank: "1", course: "none" })).toMatchObject({ courses: [] });
  expect(Object.keys(read({ rank: "1", course: "e" }))).toEqual(["course"]);
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
