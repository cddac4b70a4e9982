import { expect, test } from "vitest";
import { compareAllotment } from "./allotments.ts";
import type { CheckedOption, Likelihood } from "./option-checks.ts";

const option = (college: string, likelihood: Likelihood | null): CheckedOption => ({
  id: college,
  college,
  course: "CS",
  collegeName: college,
  courseName: "CS",
  likelihood,
  fee: null,
});
const LIST = [
  option("E001", "a stretch"),
  option("E002", "open"),
  option("E003", "likely"),
  option("E004", "sure"),
];
const seat = (college: string) => ({ college, course: "CS" });

test.each([
  [
    "E001",
    "You were allotted number 1 of 4, which the list called a stretch. It is the first of your list.",
    undefined,
  ],
  [
    "E002",
    "You were allotted number 2 of 4, which the list called open. The one above it was not reached (1 a stretch).",
    undefined,
  ],
  [
    "E004",
    "You were allotted number 4 of 4, which the list called sure. The 3 above it were not reached (1 a stretch, 1 open, 1 likely).",
    undefined,
  ],
])("%s was allotted", (college, text, advice) => {
  const comparison = compareAllotment("UGCET", seat(college), LIST);
  expect([comparison.text, comparison.advice]).toEqual([text, advice]);
});

test("a sure option that was passed over asks for a look at the slip", () => {
  const comparison = compareAllotment("UGCET", seat("E005"), [...LIST, option("E005", "sure")]);
  expect(comparison.advice).toMatch(/^Number 4 was called sure and was not allotted\. Please compare/);
  expect(compareAllotment("UGCET", undefined, LIST)).toMatchObject({
    text: "Nothing was allotted, although the list called number 4 sure.",
  });
});

test("nothing allotted to a list without a sure option is what the list said", () => {
  expect(compareAllotment("UGCET", undefined, LIST.slice(0, 3))).toEqual({
    number: undefined,
    text: "Nothing was allotted. The list had no sure option.",
  });
});

test("a seat that is not in the list is not compared", () => {
  expect(compareAllotment("UGCET", seat("E099"), LIST).advice).toMatch(/KEA’s screen/);
});

test("an allotment of COMEDK has no hint about KEA", () => {
  for (const advice of [
    compareAllotment("COMEDK", undefined, LIST).advice,
    compareAllotment("COMEDK", seat("E099"), LIST).advice,
  ]) {
    expect(advice).toContain("COMEDK");
    expect(advice).not.toContain("KEA");
  }
});
