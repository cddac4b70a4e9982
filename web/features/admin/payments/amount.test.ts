import { expect, test } from "vitest";
import { findPaise } from "./amount.ts";

test.each([
  ["5200", 520_000],
  [" ₹ 5,200.50 ", 520_050],
  ["1,00,000.5", 10_000_050],
  ["0.05", 5],
  ["0", 0],
  ["", undefined],
  ["5200.505", undefined],
  ["-5", undefined],
  ["5 200", undefined],
  ["five", undefined],
  ["9999999999", undefined],
])("the amount %j is %s paise", (text, paise) => {
  expect(findPaise(text)).toBe(paise);
});
