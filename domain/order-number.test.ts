import { expect, test } from "vitest";
import { findOrderNumber, findOrderNumberIn } from "./order-number.ts";
import { findUtr } from "./utr.ts";

const ALPHABET = "23456789ABCDEFGHJKMNPQRTVWXYZ";

/** Returns all numbers with these characters in front of the check character. */
const numbersOf = (body: string) =>
  [...ALPHABET].map((check) => `MRG-${body}-${check}`).filter((number) => findOrderNumber(number) === number);

test.each(["2222", "4F7K", "ZZZZ", "9A2B7", "K7M4PQ"])(
  "of the numbers that begin with MRG-%s, one has the right check character",
  (body) => {
    expect(numbersOf(body)).toHaveLength(1);
  },
);

test("a number with a wrong character or two swapped neighbours is refused", () => {
  for (const body of ["2222", "4F7K", "Z2Z2", "9A2B7"]) {
    const characters = (numbersOf(body)[0] ?? "").replace(/^MRG-|-/g, "");
    for (const [place, right] of [...characters].entries()) {
      for (const wrong of ALPHABET) {
        const changed = characters.slice(0, place) + wrong + characters.slice(place + 1);
        if (wrong !== right) expect(findOrderNumber(changed)).toBeUndefined();
      }
      const next = characters[place + 1];
      const swapped = `${characters.slice(0, place)}${next}${right}${characters.slice(place + 2)}`;
      if (next !== undefined && next !== right) expect(findOrderNumber(swapped)).toBeUndefined();
    }
  }
});

test.each(["mrg 4f7k ?", "MRG4F7K?", "4F7K-?", " 4f7k? ", "MRG–4F7K–?"])(
  "a number may be written %j",
  (written) => {
    const [number = ""] = numbersOf("4F7K");
    expect(findOrderNumber(written.replace("?", number.slice(-1)))).toBe(number);
  },
);

test.each(["", "MRG", "MRG-4F7K", "MRG-0O1I-L", "Asha Rao", "9876543210"])(
  "%j is not a number",
  (written) => {
    expect(findOrderNumber(written)).toBeUndefined();
  },
);

test("a number is found in the narration of a transfer", () => {
  const [number = ""] = numbersOf("4F7K");
  for (const text of [
    `UPI/412345678901/ASHA RAO/${number}/OKSBI`,
    `NEFT ${number.replaceAll("-", "")} RAO`,
    `MRG-2345-X or ${number.toLowerCase()}`,
  ])
    expect(findOrderNumberIn(text)).toBe(number);
  expect(findOrderNumberIn("UPI/412345678901/MRGOODS")).toBeUndefined();
});

test.each([
  ["412345678901", "412345678901"],
  ["UTR: 4123 4567 8901", "412345678901"],
  ["UPI Ref No. 412345678901.", "412345678901"],
  ["Paid ₹5,000 on 24/11/2026, UPI transaction ID 412345678901", "412345678901"],
  ["41234567890", undefined],
  ["4123456789012", undefined],
  ["412345678901 or 412345678902", undefined],
  ["", undefined],
  ["४१२३४५६७८९०१", undefined],
])("%j contains the UTR %s", (written, utr) => {
  expect(findUtr(written)).toBe(utr);
});
