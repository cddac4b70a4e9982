import { expect, test } from "vitest";
import { patternFor } from "./find-matches.ts";

test.each([
  ["mock", "The Mock allotment, a mock", 2],
  ["10000", "a deposit of ₹10,000", 1],
  ["1200117", "₹12,00,117", 1],
  ["tahsildar's", "the Tahsildar’s office", 1],
  ["caution  deposit", "caution\u00a0deposit", 1],
  ["one two", "one\n\ntwo", 0],
  ["371(j)", "Article 371(J)", 1],
  ["a+", "aaa", 0],
  ["ದಾಖಲೆ", "ದಾಖಲೆ ಪರಿಶೀಲನೆ", 1],
] as const)("“%s” occurs in “%s” %i times", (query, text, times) => {
  expect([...text.matchAll(patternFor(query) ?? /never^/g)]).toHaveLength(times);
});

test.each(["", " ", "a", " a "])("“%s” is too short for a search", (query) => {
  expect(patternFor(query)).toBeUndefined();
});
