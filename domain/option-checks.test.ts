import { describe, expect, test } from "vitest";
import { type CheckedOption, checkOptionList, type Likelihood } from "./option-checks.ts";

let count = 0;
function option(
  codes: string,
  likelihood: Likelihood | null = "open",
  fee: number | null = null,
): CheckedOption {
  const [college = "", course = ""] = codes.split(" ");
  count += 1;
  return {
    id: `${count}`,
    college,
    course,
    collegeName: `College ${college}`,
    courseName: `Course ${course}`,
    likelihood,
    fee,
  };
}

const textsOf = (
  options: CheckedOption[],
  { exam = "UGCET", feeLimit = null as number | null, coursesOf = {} as Record<string, string[]> } = {},
) => checkOptionList({ exam, options, feeLimit, coursesOf }).map(({ text }) => text);

/** Ten options of other colleges, so that only the case itself is found. */
const others = (likelihood: Likelihood) =>
  Array.from({ length: 10 }, (_, index) => option(`X${index} ZZ`, likelihood));

test("an empty list has nothing to say", () => {
  expect(textsOf([])).toEqual([]);
});

describe("what is below a sure option", () => {
  test("cannot be reached", () => {
    const six = others("open").slice(0, 6);
    expect(
      textsOf([...six, option("E007 CS", "sure"), ...others("likely").map((x) => ({ ...x, course: "YY" }))]),
    ).toEqual(["Nothing below number 7 can ever be reached, because 7 is sure."]);
  });

  test("is nothing if it is the last one", () => {
    expect(textsOf([...others("open"), option("E001 CS", "sure")])).toEqual([]);
  });
});

test("a list without a sure option may end without a seat, unless nothing is known of any", () => {
  const text = "No option is sure: this list may end without a seat.";
  expect(textsOf(others("likely"))).toEqual([text]);
  expect(textsOf(others("open").map((known) => ({ ...known, likelihood: null })))).toEqual([]);
});

test.each([
  [1, "Only one option; KEA sets no limit."],
  [3, "Only three options; KEA sets no limit."],
  [9, "Only nine options; KEA sets no limit."],
])("%i options are few", (length, text) => {
  const options = others("open").slice(0, length - 1);
  expect(textsOf([...options, option("E001 CS", "sure")])).toEqual([text]);
});

test("what KEA allows is not said of COMEDK", () => {
  expect(textsOf([option("E001 CS", "sure")], { exam: "COMEDK" })).toEqual(["Only one option."]);
});

test("the same codes twice are the same seat", () => {
  const options = [option("E001 CS"), ...others("open"), option("E001 CS", "sure")];
  expect(textsOf(options)).toEqual(["These two are the same seat: numbers 1 and 12."]);
});

test("options above the family's limit are named; one whose fee is unknown is not", () => {
  const options = [
    option("E001 CS", "open", 50_001),
    option("E002 CS", "open", 50_000),
    option("E003 CS", "open", null),
    ...others("open"),
    option("E004 CS", "sure", 1_00_000),
  ];
  expect(textsOf(options, { feeLimit: 50_000 })).toEqual([
    "2 options cost more than your family’s limit: numbers 1 and 14.",
  ]);
});

test("a course that is listed above is missing at a college that is listed below and has it", () => {
  const options = [
    option("E001 CS"),
    option("E002 EC"),
    option("E003 EC"),
    ...others("open"),
    option("E004 CS", "sure"),
  ];
  const coursesOf = { E001: ["CS", "EC"], E002: ["CS", "EC"], E003: ["EC"], E004: ["CS", "EC"] };
  expect(textsOf(options, { coursesOf })).toEqual([
    "Missing: Course CS at College E002.",
    "Missing: Course EC at College E004.",
  ]);
});

test("a list of 500 options is checked quickly enough to type beside it", () => {
  const options = Array.from({ length: 500 }, (_, index) => option(`E${index} C${index % 100}`));
  const courses = Array.from({ length: 100 }, (_, index) => `C${index}`);
  const coursesOf = Object.fromEntries(options.map(({ college }) => [college, courses]));
  expect(checkOptionList({ exam: "UGCET", options, feeLimit: null, coursesOf }).length).toBeLessThan(10);
});
