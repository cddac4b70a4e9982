import fc from "fast-check";
import { expect, test } from "vitest";
import { amountInWords, plainRupees } from "./amount-in-words.ts";

test.each([
  [0, "Rupees Zero Only"],
  [5, "Rupees Zero and Paise Five Only"],
  [100, "Rupees One Only"],
  [1_950, "Rupees Nineteen and Paise Fifty Only"],
  [21_00, "Rupees Twenty One Only"],
  [100_00, "Rupees One Hundred Only"],
  [2_000_00, "Rupees Two Thousand Only"],
  [10_200_00, "Rupees Ten Thousand Two Hundred Only"],
  [20_500_00, "Rupees Twenty Thousand Five Hundred Only"],
  [1_00_000_00, "Rupees One Lakh Only"],
  [
    12_34_567_89,
    "Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven and Paise Eighty Nine Only",
  ],
  [1_00_00_000_00, "Rupees One Crore Only"],
  [
    99_99_99_999_00,
    "Rupees Ninety Nine Crore Ninety Nine Lakh Ninety Nine Thousand Nine Hundred Ninety Nine Only",
  ],
  [1_00_000_00_00_000_00, "Rupees One Lakh Crore Only"],
])("%i paise are written %s", (paise, words) => {
  expect(amountInWords(paise)).toBe(words);
});

test.each([
  [0, "0.00"],
  [5, "0.05"],
  [10_200_00, "10,200.00"],
  [12_34_567_89, "12,34,567.89"],
  [-5_000_00, "-5,000.00"],
])("%i paise are %s in figures", (paise, figures) => {
  expect(plainRupees(paise)).toBe(figures);
});

test.each([-1, 1.5, Number.NaN, 2 ** 53])("%d is not an amount that can be written in words", (paise) => {
  expect(() => amountInWords(paise)).toThrow(RangeError);
});

const VALUES: Readonly<Record<string, number>> = {
  Hundred: 100,
  Thousand: 1_000,
  Lakh: 1_00_000,
  Crore: 1_00_00_000,
};
const SMALL =
  "Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen".split(
    " ",
  );
const TENS = "Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" ");

/** Reads words by another algorithm than the one that writes them: from left to right, with a sum for each unit. */
function readWords(words: string): number {
  let crores = 0;
  let sum = 0;
  let open = 0;
  for (const word of words.split(" ")) {
    const unit = VALUES[word];
    if (word === "Crore") {
      crores += sum + open;
      sum = 0;
      open = 0;
    } else if (word === "Hundred") open *= 100;
    else if (unit) {
      sum += open * unit;
      open = 0;
    } else open += SMALL.includes(word) ? SMALL.indexOf(word) : (TENS.indexOf(word) + 2) * 10;
  }
  return crores * 1_00_00_000 + sum + open;
}

test("the words of every amount say that amount", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10 ** 15 }), (paise) => {
      const [, rupees = "", paiseWords] =
        /^Rupees (.+?)(?: and Paise (.+))? Only$/.exec(amountInWords(paise)) ?? [];
      expect(readWords(rupees) * 100 + (paiseWords ? readWords(paiseWords) : 0)).toBe(paise);
    }),
  );
});
