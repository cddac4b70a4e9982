import { describe, expect, test } from "vitest";
import { findUtrIn } from "./references.ts";
import { findAmount, findDay } from "./values.ts";

describe("dates", () => {
  test.each([
    ["21/11/2026", "2026-11-21"],
    ["21-11-2026 10:15:00", "2026-11-21"],
    ["21.11.26", "2026-11-21"],
    ["1/4/2026", "2026-04-01"],
    ["21-Nov-26", "2026-11-21"],
    ["21 Nov 2026", "2026-11-21"],
    ["21st November 2026", "2026-11-21"],
    ["21Nov2026", "2026-11-21"],
    ["Nov 21, 2026, 10:30 AM", "2026-11-21"],
    ["2026-11-21", "2026-11-21"],
    ["2026-11-21 23:59:59", "2026-11-21"],
    ["2026-11-21T18:30:00Z", "2026-11-22"], // midnight in Karnataka
    ["46347", "2026-11-21"],
    ["46347.9999", "2026-11-21"],
    ["31/02/2026", undefined],
    ["11/25/2026", undefined],
    ["2026", undefined],
    ["12345", undefined],
    ["", undefined],
    ["Total", undefined],
  ])("%s is %s", (cell, day) => {
    expect(findDay(cell)).toBe(day);
  });
});

describe("amounts", () => {
  test.each([
    ["1,02,500.00", 1_02_500_00, undefined],
    ["102,500.00", 1_02_500_00, undefined],
    ["2000", 2_000_00, undefined],
    ["2000.5", 2_000_50, undefined],
    ["10200.000000001", 10_200_00, undefined],
    ["1.02E5", 1_02_000_00, undefined],
    ["₹ 2,000.00", 2_000_00, undefined],
    ["Rs. 2,000/-", 2_000_00, undefined],
    ["INR 2,000.00", 2_000_00, undefined],
    ["2,000.00 Cr", 2_000_00, "credit"],
    ["2,000.00(Cr)", 2_000_00, "credit"],
    ["2,000.00 Dr.", 2_000_00, "debit"],
    ["+2,000.00", 2_000_00, "credit"],
    ["-2,000.00", 2_000_00, "debit"],
    ["(2,000.00)", 2_000_00, "debit"],
    ["'2000", 2_000_00, undefined],
  ])("%s are %i paise", (cell, paise, sign) => {
    expect(findAmount(cell)).toEqual({ paise, sign });
  });

  test.each([
    "",
    "-",
    "1,5",
    "1.234,50",
    "1,23,45",
    "12.345",
    "=9*9",
    "2000 EUR",
    "(2000",
    "1e99",
    "412345678901234",
  ])("%s is no amount", (cell) => {
    expect(findAmount(cell)).toBeUndefined();
  });
});

describe("the UTR", () => {
  test.each([
    ["UPI/CR/412345678901/NAME/SBIN/pay", "", "412345678901"],
    ["UPI-NAME-name@ok-HDFC0000123-412345678901-MRG", "0000412345678901", "412345678901"],
    ["IMPS-412345678901-NAME-SBIN-xxxx1234", "", "412345678901"],
    ["payment", "'412345678901", "412345678901"],
    ["payment", "UPI-412345678901", "412345678901"],
    ["UPI-NAME-919876543210@ybl-632512345678-MRG", "", "632512345678"],
    ["A/c 123456789012 UPI 632412345678", "", "632412345678"], // paid on the evening before
    ["NEFT CR-SBIN0001234-NAME-SBINN52026112412345678", "", "SBINN52026112412345678"],
    ["RTGS/NAME", "HDFCR52026112412345678", "HDFCR52026112412345678"],
    ["NEFT-N326261234567890-NAME-pay", "0000000000000000", "N326261234567890"],
    ["IMPS412345678901 NAME", "", "412345678901"],
    ["A/c 12345678901234 phone 9876543210", "", undefined],
  ])("in %s", (narration, cell, utr) => {
    expect(findUtrIn(narration, cell, "2026-11-21")).toBe(utr);
  });
});
