import { expect, test } from "vitest";
import { FailureCounter } from "./failure-counter.ts";

/** The number of mails after which too many have failed; undefined if that never happens. */
function limitReachedAfter(mails: string, counter = new FailureCounter()): number | undefined {
  for (const [index, mail] of [...mails].entries()) {
    if (counter.add("a campaign", mail === "x" ? "failed" : "sent")) return index + 1;
  }
  return undefined;
}

test.each([
  ["19 failed mails are too few to decide", "x".repeat(19), undefined],
  ["20 failed mails are too many", "x".repeat(20), 20],
  ["30 % is allowed", `${"x".repeat(6)}${".".repeat(14)}`, undefined],
  ["35 % is too much", `${"x".repeat(7)}${".".repeat(13)}`, 20],
  ["the share is that of all mails so far", `${".".repeat(70)}${"x".repeat(31)}`, 101],
])("%s", (_title, mails, expected) => {
  expect(limitReachedAfter(mails)).toBe(expected);
});

test("a campaign that is resumed after too many failures starts from zero", () => {
  const counter = new FailureCounter();
  expect(limitReachedAfter("x".repeat(20), counter)).toBe(20);
  expect(limitReachedAfter(`x${".".repeat(40)}`, counter)).toBeUndefined();
});

test("each campaign has its own count", () => {
  const counter = new FailureCounter();
  for (let i = 0; i < 19; i++) counter.add("one", "failed");
  expect(counter.add("another", "failed")).toBe(false);
});
