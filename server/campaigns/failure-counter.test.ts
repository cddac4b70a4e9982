import { expect, test } from "vitest";
import { FailureCounter } from "./failure-counter.ts";

/** The number of the result at which it is too many; undefined if it never is. */
function tooManyAt(results: string, counts = new FailureCounter()): number | undefined {
  for (const [index, result] of [...results].entries()) {
    if (counts.add("a campaign", result === "x" ? "failed" : "sent")) return index + 1;
  }
  return undefined;
}

test.each([
  ["nothing is concluded from 19", "x".repeat(19), undefined],
  ["20 failures are too many", "x".repeat(20), 20],
  ["30 % are not", `${"x".repeat(6)}${".".repeat(14)}`, undefined],
  ["35 % are", `${"x".repeat(7)}${".".repeat(13)}`, 20],
  ["the share is of all so far", `${".".repeat(70)}${"x".repeat(31)}`, 101],
])("%s", (_what, results, expected) => {
  expect(tooManyAt(results)).toBe(expected);
});

test("after it has said so it counts anew", () => {
  const counts = new FailureCounter();
  expect(tooManyAt("x".repeat(20), counts)).toBe(20);
  expect(tooManyAt(`x${".".repeat(40)}`, counts)).toBeUndefined();
});

test("campaigns are counted each for itself", () => {
  const counts = new FailureCounter();
  for (let i = 0; i < 19; i++) counts.add("one", "failed");
  expect(counts.add("another", "failed")).toBe(false);
});
