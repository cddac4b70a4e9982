import { describe, expect, test } from "vitest";
import { type AllottedSeat, choicesFor, isOfYear, listRulesAfter } from "./four-choices.ts";

const ENGINEERING: AllottedSeat = {
  exam: "UGCET",
  round: "2",
  fee: 44_200,
  feeYear: 2025,
  category: "2A",
};
const costs = (seat: Partial<AllottedSeat>) =>
  choicesFor({ ...ENGINEERING, ...seat }).map(({ choice, costsNow }) => [choice, costsNow.text]);

describe("what the choices cost now", () => {
  test("in round 2 of engineering", () => {
    expect(costs({})).toEqual([
      [1, "The fee of the seat: ₹44,200"],
      [2, "The fee of the seat: ₹44,200"],
      [3, "A caution deposit of ₹10,000"],
      [4, "Nothing"],
      ["none", "Nothing"],
    ]);
  });

  test("nursing, physiotherapy, prosthetics and allied health have no caution deposit", () => {
    for (const exam of ["UGCET-BSCNURSING", "UGCET-BPT", "UGCET-BPO", "UGCET-BSCAHS"])
      expect(costs({ exam })[2]).toEqual([3, "No caution deposit for this course"]);
    expect(costs({ exam: "UGCET-MEDICALRECORDTECHNOLOGY" })[2]).toEqual([
      3,
      "Not known here. Read KEA’s notice of this round.",
    ]);
  });

  test("the deposit of another round is not taken from round 2", () => {
    expect(costs({ round: "1" })[2]).toEqual([3, "Not known here. Read KEA’s notice of this round."]);
  });

  test.each([
    [1_200_000, "GM", "The fee of the seat: ₹12,00,000"],
    [1_200_001, "GM", "₹12,00,117 now, the rest after round 2"],
    [1_200_001, "SC", "₹2,00,000 now, the rest after round 2"],
    [1_200_001, "1", "₹2,00,000 now, the rest after round 2"],
    [null, "GM", "The fee of the seat, which is not known here."],
  ])("choice 2 on a medical seat of %s in category %s", (fee, category, text) => {
    expect(costs({ exam: "UGNEET", round: "1", fee, category })[1]).toEqual([2, text]);
  });
});

test("a fee of an earlier year is not advice, even if the rule is of this year", () => {
  const [first] = choicesFor({ ...ENGINEERING, feeYear: 2024 });
  expect(first?.costsNow.source?.name).toMatch(/quoting KEA; the fee as KEA printed it in 2024$/);
  expect(first && isOfYear(first.costsNow, 2025)).toBe(false);
});

test.each([{ round: "mock" }, { round: "3" }, { exam: "COMEDK" }])("there are no choices for %o", (seat) => {
  expect(choicesFor({ ...ENGINEERING, ...seat })).toEqual([]);
});

test("every amount and rule has a source with its year, and is of no other year", () => {
  for (const exam of ["UGCET", "UGNEET"])
    for (const round of ["mock", "1", "2", "3"])
      for (const cell of [
        ...choicesFor({ ...ENGINEERING, exam, round, fee: 2_000_000 }).flatMap(({ costsNow, givesUp }) => [
          costsNow,
          givesUp,
        ]),
        ...listRulesAfter({ exam, round }),
      ]) {
        if (/₹|frozen|added|removed/.test(cell.text)) expect(cell.source, cell.text).toBeDefined();
        expect(isOfYear(cell, 2026)).toBe(false);
        expect(isOfYear(cell, 2025)).toBe(cell.source?.cycle === 2025);
        expect(cell.source?.checked ?? "2026-11-20").toMatch(/^\d{4}-\d\d-\d\d$/);
      }
});

test("after the mock, options can be added; after round 1, none", () => {
  expect(listRulesAfter({ exam: "UGCET", round: "mock2" })[1]?.text).toMatch(/^You can add/);
  expect(listRulesAfter({ exam: "UGCET", round: "1" })[0]?.text).toMatch(/None can be added/);
});
