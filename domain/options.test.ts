import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  changeOptions,
  compareOptions,
  findOption,
  type Option,
  parseOptionCodes,
  placeOfNumber,
} from "./options.ts";

const option = (number: number): Option => ({ id: `id-${number}`, college: `E${number}`, course: "CS" });
const list = (...numbers: number[]) => numbers.map(option);
const numbers = (options: readonly Option[]) => options.map(({ id }) => Number(id.slice(3)));

describe("a change", () => {
  test.each([
    ["adds at the end", { kind: "add", options: list(4) }, [1, 2, 3, 4]],
    ["adds behind an option", { kind: "add", options: list(4, 5), after: "id-1" }, [1, 4, 5, 2, 3]],
    ["adds nothing twice", { kind: "add", options: list(2, 4) }, [1, 2, 3, 4]],
    [
      "adds behind a missing option at the end",
      { kind: "add", options: list(4), after: "id-9" },
      [1, 2, 3, 4],
    ],
    ["moves to the top", { kind: "move", option: "id-3", after: null }, [3, 1, 2]],
    ["moves behind an option", { kind: "move", option: "id-1", after: "id-2" }, [2, 1, 3]],
    ["moves behind a missing option to the end", { kind: "move", option: "id-1", after: "id-9" }, [2, 3, 1]],
    ["moves behind itself nowhere", { kind: "move", option: "id-2", after: "id-2" }, [1, 2, 3]],
    ["moves a missing option nowhere", { kind: "move", option: "id-9", after: null }, [1, 2, 3]],
    ["removes", { kind: "remove", option: "id-2" }, [1, 3]],
  ] as const)("%s", (_, change, expected) => {
    expect(numbers(changeOptions(list(1, 2, 3), change))).toEqual(expected);
  });
});

test.each([
  [1, [3, 1, 2, 4]],
  [2, [1, 3, 2, 4]],
  [3, [1, 2, 3, 4]],
  [4, [1, 2, 4, 3]],
  [99, [1, 2, 4, 3]],
  [0, [3, 1, 2, 4]],
])("moving number 3 to %i", (number, expected) => {
  const options = list(1, 2, 3, 4);
  const after = placeOfNumber(options, "id-3", number);
  expect(numbers(changeOptions(options, { kind: "move", option: "id-3", after }))).toEqual(expected);
});

describe("a comparison", () => {
  test("names what was added, removed, and the fewest moves", () => {
    const { added, removed, moved } = compareOptions(list(1, 2, 3, 4, 5), list(5, 1, 2, 6, 4));
    expect([numbers(added), numbers(removed)]).toEqual([[6], [3]]);
    expect(moved.map(({ option: { id }, from, to }) => [id, from, to])).toEqual([["id-5", 5, 1]]);
  });

  test("knows a seat by its codes, not by its id", () => {
    const other = [{ ...option(1), id: "other" }];
    expect(compareOptions(list(1), other)).toEqual({ added: [], removed: [], moved: [] });
  });

  test("without the moved options, both lists have the same order", () => {
    const shuffled = fc.shuffledSubarray(Array.from({ length: 12 }, (_, index) => index));
    fc.assert(
      fc.property(shuffled, shuffled, (first, second) => {
        const { added, removed, moved } = compareOptions(list(...first), list(...second));
        const gone = new Set(numbers([...added, ...removed, ...moved.map(({ option: of }) => of)]));
        expect(first.filter((number) => !gone.has(number))).toEqual(
          second.filter((number) => !gone.has(number)),
        );
      }),
    );
  });
});

test.each([
  ["E001 CS", { college: "E001", course: "CS" }],
  ["N002 B.Sc.(Hons) Agriculture", { college: "N002", course: "B.Sc.(Hons) Agriculture" }],
  ["E001", undefined],
  ["E001 ", undefined],
  ["Agriculture N002", undefined],
  [`E001 ${"x".repeat(201)}`, undefined],
])("the address of an option: %j", (text, option) => {
  expect(findOption(text)).toEqual(option);
});

test("codes are read as people type and paste them", () => {
  expect(parseOptionCodes("E001 CS\n e001,ai \n\n12. E002-EC; M007 MBBS-P\nE003\nhello world")).toEqual({
    codes: [
      { college: "E001", course: "CS" },
      { college: "E001", course: "AI" },
      { college: "E002", course: "EC" },
      { college: "M007", course: "MBBS-P" },
    ],
    unread: ["E003", "hello world"],
  });
});
