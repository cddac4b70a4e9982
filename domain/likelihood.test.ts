import { describe, expect, test } from "vitest";
import {
  describeReplay,
  LEGEND,
  meaningOf,
  meaningOfList,
  type Outlook,
  WORDS,
  wordOf,
} from "./likelihood.ts";

const outlook: Outlook = {
  word: "likely",
  low: 85,
  high: 96,
  firstYear: 2021,
  lastYear: 2025,
  kind: "year-1",
  reason: null,
};

test.each([
  [95, 99, "sure"],
  [94, 99, "likely"],
  [80, 100, "likely"],
  [79, 100, "open"],
  [25, 26, "open"],
  [24, 90, "a stretch"],
  [0, 5, "a stretch"],
  [0, 4, "out of reach"],
])("%i to %i of 100 cases is %s", (low, high, word) => {
  expect(wordOf({ low, high })).toBe(word);
});

test("each word has a legend", () => {
  expect(Object.keys(LEGEND)).toEqual([...WORDS]);
});

test("the legend has the limits of the words", () => {
  const limitIn = (word: keyof typeof LEGEND, pattern: RegExp) => Number(pattern.exec(LEGEND[word])?.[1]);
  for (const word of ["sure", "likely", "open"] as const) {
    const limit = limitIn(word, /in at least (\d+) of 100 cases, in each pair/);
    expect([wordOf({ low: limit, high: 100 }), wordOf({ low: limit - 1, high: 100 }) === word]).toEqual([
      word,
      false,
    ]);
  }
  const open = limitIn("a stretch", /fewer than (\d+) of 100 cases in some pair/);
  const some = limitIn("a stretch", /but in (\d+) or more in another/);
  expect([wordOf({ low: open - 1, high: some }), wordOf({ low: open, high: 100 })]).toEqual([
    "a stretch",
    "open",
  ]);
  const none = limitIn("out of reach", /fewer than (\d+) of 100 cases, in each pair/);
  expect([wordOf({ low: 0, high: none - 1 }), none]).toEqual(["out of reach", some]);
});

describe("the meaning of a word", () => {
  test("is the range of cases, and the lists that were compared", () => {
    expect(meaningOf(outlook)).toBe(
      "Seats with this distance were in reach in 85 to 96 of 100 cases from year to year (2021 to 2025).",
    );
    expect(meaningOf({ ...outlook, low: 98, high: 98, kind: "mock-1", firstYear: 2024 })).toBe(
      "Seats with this distance were in reach in 98 of 100 cases from the mock allotment to the first round (2024 to 2025).",
    );
    expect(meaningOf({ ...outlook, kind: "1-2", firstYear: 2025 })).toBe(
      "Seats with this distance were in reach in 85 to 96 of 100 cases from the first to the second round (2025).",
    );
  });

  test("of a list is that of its best option", () => {
    expect(meaningOfList(outlook)).toBe(
      "The best option of a list with these distances was in reach in 85 to 96 of 100 cases from year to year (2021 to 2025).",
    );
  });

  test.each([
    ["no rank printed", "That does not make the seat impossible"],
    ["too few pairs", "too few lists"],
    ["no successor", "no exact successor"],
    ["no rank given", "Enter your rank"],
    ["not listed", "may be gone"],
    ["no later round", "no round after this one"],
    [null, "We cannot say"],
  ])("is the reason if there is no range: %s", (reason, text) => {
    expect(meaningOf({ ...outlook, low: null, high: null, reason })).toContain(text);
  });
});

test("a replayed list says which option was the first in reach", () => {
  expect(describeReplay({ from: 2022, to: 2023, known: 4, first: 3 })).toBe(
    "From 2022 to 2023, number 3 was the first in reach, of the 4 options that both lists have.",
  );
  expect(describeReplay({ from: 2025, to: 2025, known: 1, first: null })).toBe(
    "In 2025, none of the 1 option that both lists have was in reach.",
  );
});
