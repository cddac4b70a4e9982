import { expect, test } from "vitest";
import { findProfileProblem, typedProfileOf } from "./profile-form.ts";

const PROFILE = {
  rank: null,
  category: "GM",
  isRural: false,
  isKannadaMedium: false,
  is371j: false,
  feeLimit: null,
};
const problem = (change: object) => findProfileProblem({ ...typedProfileOf(PROFILE), ...change })?.field;

test.each(["", "1", "12,345", "53340.5", "9999999"])("the rank %j is possible", (rank) => {
  expect(problem({ rank })).toBeUndefined();
});

test.each(["0", "-1", "abc", "1.234", "10000000", "1 2"])("the rank %j is not", (rank) => {
  expect(problem({ rank })).toBe("rank");
});

test.each([
  ["", undefined],
  ["1,20,000", undefined],
  ["0", undefined],
  ["1.5", "feeLimit"],
  ["a lot", "feeLimit"],
  ["999999999", "feeLimit"],
])("the limit %j", (feeLimit, field) => {
  expect(problem({ feeLimit })).toBe(field);
});
