import { expect, test } from "vitest";
import { type Candidate, countedFor } from "./candidate.ts";

/** The categories of the lists, as database/cutoffs/categories.csv has them. */
const CATEGORIES = [
  ...["GM", "1", "2A", "2B", "3A", "3B", "SC", "ST"].flatMap((base) =>
    ["", "H"].flatMap((region) => [
      [base === "GM" ? `GM${region}` : `${base}${region ? "" : "G"}${region}`, base, "general"],
      [`${base}K${region}`, base, "Kannada medium"],
      [`${base}R${region}`, base, "rural"],
    ]),
  ),
  ...["S1", "S2", "S3", "S4"].map((group) => [`${group}G`, "SC", "general"]),
  ["S1R", "SC", "rural"],
  ...["GMP", "OPN", "OTH", "NRI", "PH", "MA"].map((code) => [code, code, null]),
  ["KKR", null, null],
].map(([code, base, pool], id) => ({
  id,
  code: code as string,
  base: base as string | null,
  pool: pool as string | null,
  is371j: /H$/.test(code as string) && code !== "OTH" && code !== "PH",
  meaning: null,
}));

const NONE: Candidate = { category: "GM", isRural: false, isKannadaMedium: false, is371j: false };

test.each([
  ["nothing claimed", {}, "UGCET", ["GM"]],
  ["2A, rural", { category: "2A", isRural: true }, "UGCET", ["GM", "GMR", "2AG", "2AR"]],
  ["3B, Kannada medium", { category: "3B", isKannadaMedium: true }, "UGCET", ["GM", "GMK", "3BG", "3BK"]],
  ["371(J) alone", { is371j: true }, "UGCET", ["GM", "GMH"]],
  [
    "1, rural, 371(J)",
    { category: "1", isRural: true, is371j: true },
    "UGNEET",
    ["GM", "GMR", "GMH", "GMRH", "1G", "1R", "1H", "1RH"],
  ],
  ["SC without its group", { category: "SC" }, "UGCET", ["GM", "SCG"]],
  ["a group of SC, and the SC of older lists", { category: "S1" }, "UGCET", ["GM", "SCG", "S1G"]],
  ["COMEDK", { category: "2A", isRural: true }, "COMEDK", ["GM"]],
  ["COMEDK, 371(J)", { is371j: true }, "COMEDK", ["GM", "KKR"]],
])("%s", (_name, claims, exam, codes) => {
  const counted = countedFor({ ...NONE, ...claims }, exam, CATEGORIES).map(({ code }) => code);
  expect(counted).toEqual(codes);
});
