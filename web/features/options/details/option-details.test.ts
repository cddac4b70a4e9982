import { expect, test } from "vitest";
import { costlyFeeOf, type OptionDetails } from "./option-details.ts";

const details: OptionDetails = {
  ...{ college: "M007", course: "MBBS-PRIV", collegeName: null, courseName: null, place: null },
  ...{ likelihood: null, meaning: "", ranks: [], spread: null, seats: null, seatsYear: null },
  ...{ fee: 1_200_117, feeYear: "2025", feeNote: null },
};

test("a private, NRI or other medical seat never stands without its fee, not even before it is known", () => {
  for (const course of ["MBBS-PRIV", "MBBS-NRI", "BDS-OTHERS"]) {
    expect(costlyFeeOf({ course }, details)).toBe("₹12,00,117 a year (2025)");
    expect(costlyFeeOf({ course }, { ...details, fee: null })).toBe("Fee not known: ask first");
    expect(costlyFeeOf({ course }, undefined)).toBe("Fee not known: ask first");
  }
  expect(costlyFeeOf({ course: "MBBS-GOVT" }, undefined)).toBeUndefined();
});
