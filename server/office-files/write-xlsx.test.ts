import { expect, test } from "vitest";
import { writeXlsx } from "./write-xlsx.ts";
import { readXlsx } from "./xlsx.ts";

test("a workbook has the texts of its rows, and no formula", async () => {
  const rows = [
    ["Name", "ಹೆಸರು"],
    ['=HYPERLINK("http://evil")', "<&> \" ' "],
    ["-1", "+91 98450 12345"],
  ];
  const file = await writeXlsx(rows);
  const [sheet = []] = readXlsx(file).sheets;
  expect(sheet.map((row) => row.map((cell) => cell.trim()))).toEqual(
    rows.map((row) => row.map((cell) => cell.trim())),
  );
  expect(file.includes("<f>")).toBe(false);
});

test("characters that XML cannot have are left out", async () => {
  const [sheet = []] = readXlsx(await writeXlsx([["a\u0000\u001bb\uffff"]])).sheets;
  expect(sheet).toEqual([["ab"]]);
});

test("thousands of rows are all written", async () => {
  const [sheet = []] = readXlsx(
    await writeXlsx(Array.from({ length: 4_001 }, (_, row) => [String(row)])),
  ).sheets;
  expect(sheet).toHaveLength(4_001);
  expect(sheet.at(-1)).toEqual(["4000"]);
});
