import { expect, test } from "vitest";
import { daysOfFinancialYear, financialYearOf } from "./financial-year.ts";

test.each([
  ["2026-03-31T18:29:59.999Z", "2025-26"], // 31 March, 11:59 PM in Karnataka
  ["2026-03-31T18:30:00.000Z", "2026-27"], // 1 April, midnight
  ["2026-12-31T23:59:00.000Z", "2026-27"],
  ["2027-03-31T12:00:00.000Z", "2026-27"],
  ["2099-06-01T00:00:00.000Z", "2099-00"],
])("%s is in the financial year %s", (instant, year) => {
  expect(financialYearOf(new Date(instant))).toBe(year);
});

test("a financial year begins on 1 April and ends on 31 March", () => {
  expect(daysOfFinancialYear("2026-27")).toEqual({ from: "2026-04-01", to: "2027-03-31" });
});
