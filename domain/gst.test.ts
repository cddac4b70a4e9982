import fc from "fast-check";
import { expect, test } from "vitest";
import { findStateCode, isGstin, stateName, taxIn } from "./gst.ts";

const GSTIN = "29AAPFU0939F1ZR";

test.each([
  // price, state, place of supply, taxable, cgst, sgst, igst
  [11_800_00, "Karnataka", "29", 10_000_00, 900_00, 900_00, 0],
  [11_800_00, "Kerala", "32", 10_000_00, 0, 0, 1_800_00],
  [10_000_00, "Karnataka", "29", 8_474_58, 762_71, 762_71, 0],
  [10_000_00, "Goa", "30", 8_474_58, 0, 0, 1_525_42],
  [2_000_00, "", "29", 1_694_92, 152_54, 152_54, 0],
  [2_000_00, "Bengaluru", "29", 1_694_92, 152_54, 152_54, 0],
  [1, "Karnataka", "29", 1, 0, 0, 0],
  [1, "Kerala", "32", 1, 0, 0, 0],
  [0, "Karnataka", "29", 0, 0, 0, 0],
])("%i paise from %s", (price, studentState, placeOfSupply, taxable, cgst, sgst, igst) => {
  expect(taxIn(price, { gstin: GSTIN, percent: 18, studentState })).toEqual({
    placeOfSupply,
    isInterState: placeOfSupply !== "29",
    taxablePaise: taxable,
    cgstPaise: cgst,
    sgstPaise: sgst,
    igstPaise: igst,
  });
});

test("the parts of any price add up to it, central and state tax are equal, and the tax is what the rate says", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 10 ** 11 }),
      fc.integer({ min: 0, max: 4_000 }),
      fc.constantFrom("Karnataka", "Kerala"),
      (price, rate, studentState) => {
        const tax = taxIn(price, { gstin: GSTIN, percent: rate / 100, studentState });
        const { taxablePaise, cgstPaise, sgstPaise, igstPaise } = tax;
        expect(taxablePaise + cgstPaise + sgstPaise + igstPaise).toBe(price);
        expect(cgstPaise).toBe(sgstPaise);
        expect(tax.isInterState ? cgstPaise : igstPaise).toBe(0);
        const total = cgstPaise + sgstPaise + igstPaise;
        expect(Math.abs(total - (taxablePaise * rate) / 10_000)).toBeLessThanOrEqual(1.5);
      },
    ),
  );
});

test.each([
  ["Karnataka", "29"],
  [" karnataka. ", "29"],
  ["KA", "29"],
  ["ಕರ್ನಾಟಕ", "29"],
  ["Tamil  Nadu", "33"],
  ["Jammu & Kashmir", "01"],
  ["Bengaluru", undefined],
  ["", undefined],
])("the state %s has the code %s", (typed, code) => {
  expect(findStateCode(typed)).toBe(code);
});

test("every state code has a name", () => {
  expect(stateName("29")).toBe("Karnataka");
  expect(stateName("99")).toBeUndefined();
});

// The first number is an example of the tax authority.
test.each([
  ["27AAPFU0939F1ZV", true],
  [GSTIN, true],
  ["29AAPFU0939F1ZV", false], // the check letter of another state
  ["27AAPFU0939F1ZA", false],
  ["27aapfu0939f1zv", false],
  ["98AAPFU0939F1ZV", false],
  ["", false],
])("%s is a GST number: %s", (text, isValid) => {
  expect(isGstin(text)).toBe(isValid);
});
