import fc from "fast-check";
import { expect, test } from "vitest";
import { formatRupees } from "./money.ts";

test.each([
  [0, "₹0"],
  [999, "₹999"],
  [2_000, "₹2,000"],
  [10_500, "₹10,500"],
  [1_00_000, "₹1,00,000"],
  [12_34_56_789, "₹12,34,56,789"],
  [2_000.5, "₹2,000.50"],
  [2_999.9000000000005, "₹2,999.90"],
  [1_999.999, "₹2,000"],
])("%d rupees are shown as %s", (rupees, shown) => {
  expect(formatRupees(rupees)).toBe(shown);
});

test("every amount is shown as the browser's own formatter would show it", () => {
  const formatter = new Intl.NumberFormat("en-IN", {
    style: "currency",
    currency: "INR",
    trailingZeroDisplay: "stripIfInteger",
  });
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 99 }), (whole, paise) => {
      const rupees = whole + paise / 100;
      expect(formatRupees(rupees)).toBe(formatter.format(rupees));
    }),
  );
});
