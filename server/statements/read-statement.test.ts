import { describe, expect, test } from "vitest";
import { BANK_STATEMENTS } from "../../tests/world/bank-statements.ts";
import { MERCHANT_REPORTS } from "../../tests/world/merchant-reports.ts";
import { csvFile, PAYMENTS, xlsxFile } from "../../tests/world/statement-files.ts";
import { TableProblem } from "../office-files/table-problem.ts";
import { headingsKey, readStatement, type Statement } from "./read-statement.ts";

function read(file: string | Buffer): Statement {
  const statement = readStatement(Buffer.from(file), []);
  if (statement.kind !== "statement") throw new Error("the headings are not known");
  return statement;
}

const expected = PAYMENTS.map(({ day, rupees, utr }) => ({
  day,
  paise: rupees * 100,
  utr,
}));
/** Two lines in a layout that the tests below change. */
const rows = BANK_STATEMENTS.find(({ layout }) => layout === "Canara Bank")?.rows ?? [];
/** The values by which the database tells lines apart. */
const identities = (statement: Statement) =>
  statement.lines.map(({ day, paise, utr, narration, nth }) =>
    [day, paise, utr, narration.replace(/\s+/g, ""), nth].join("|"),
  );

describe.each([...BANK_STATEMENTS, ...MERCHANT_REPORTS])(
  "the layout of $layout",
  ({ layout, rows: ownRows }) => {
    test.each([
      ["CSV", csvFile(ownRows)],
      ["text with tabs", csvFile(ownRows, "\t")],
      ["XLSX", xlsxFile(ownRows)],
    ])("as %s: the money received, and nothing else", (_kind, file) => {
      const statement = read(file);
      expect(statement).toMatchObject({ layout, others: 1, unreadable: { count: 0 } });
      expect(statement.lines).toMatchObject(expected);
      for (const [index, { narration }] of statement.lines.entries())
        expect(narration).toContain(PAYMENTS[index]?.name);
    });
  },
);

test.each([
  ["UTF-8 with a mark", Buffer.from(`\ufeff${csvFile(rows)}`)],
  ["UTF-16 with a mark", Buffer.from(`\ufeff${csvFile(rows)}`, "utf16le")],
  ["UTF-16 without a mark", Buffer.from(csvFile(rows), "utf16le")],
  ["UTF-16 in the other order", Buffer.from(`\ufeff${csvFile(rows)}`, "utf16le").swap16()],
  ["Windows-1252", Buffer.from(csvFile([["Café, 10 £"], ...rows]), "latin1")],
])("a file in %s", (_encoding, file) => {
  expect(read(file).lines).toMatchObject(expected);
});

test("all copies of a statement have the same lines, whatever their format and order", () => {
  const shortened = rows.filter((row) => !String(row[0]).startsWith("22-11"));
  const reversed = [...rows.slice(0, 2), ...rows.slice(2).reverse()];
  const whole = identities(read(csvFile(rows)));
  expect(identities(read(xlsxFile(rows)))).toEqual(whole);
  expect(identities(read(csvFile(rows, ";")))).toEqual(whole);
  expect(identities(read(csvFile(reversed)))).toEqual(whole.toReversed());
  expect(whole).toEqual(expect.arrayContaining(identities(read(csvFile(shortened)))));
});

test("two payments that look the same are two lines, in every copy", () => {
  const [heading = [], line = []] = [rows[1], rows[2]];
  const twice = identities(read(csvFile([heading, line, line])));
  expect(new Set(twice).size).toBe(2);
  expect(identities(read(csvFile([heading, line])))).toEqual(twice.slice(0, 1));
});

test("dates and amounts that a spreadsheet program keeps as numbers, and a UTR that it shows as 4.12E+11", () => {
  const statement = read(
    xlsxFile([
      ["Date", "Narration", "UTR", "Debit", "Credit"],
      [46_347.43, "UPI", 412_345_678_901, "", 10_200.000000001],
    ]),
  );
  expect(statement.lines).toMatchObject([{ day: "2026-11-21", paise: 10_200_00, utr: "412345678901" }]);
});

test("a workbook that counts days from 1904", () => {
  const properties = '<workbookPr date1904="1"/>';
  const file = xlsxFile(
    [
      ["Date", "Narration", "Debit", "Credit"],
      [44_885, "UPI", "", 100],
    ],
    { properties },
  );
  expect(read(file).lines).toMatchObject([{ day: "2026-11-21" }]);
});

test("the stored value of a formula is read, and a formula in a text file stays text", () => {
  const sheet = `<row><c t="inlineStr"><is><t>Date</t></is></c><c t="inlineStr"><is><t>Narration</t></is></c>
    <c t="inlineStr"><is><t>Debit</t></is></c><c t="inlineStr"><is><t>Credit</t></is></c></row>
    <row><c t="str"><f>TODAY()</f><v>21/11/2026</v></c><c t="str"><f>HYPERLINK("http://x")</f><v>UPI &amp; more</v></c>
    <c/><c><f>SUM(1,2)</f><v>3</v></c></row>`;
  expect(read(xlsxFile([], { sheet })).lines).toMatchObject([{ paise: 300, narration: "UPI & more" }]);
  const csv = csvFile([
    ["Date", "Narration", "Debit", "Credit"],
    ["21/11/2026", "=1+1", "", "=9*9"],
  ]);
  expect(read(csv)).toMatchObject({ lines: [], unreadable: { count: 1, examples: [{ row: 2 }] } });
});

test("lines that cannot be read are counted and shown, and the others are read", () => {
  const [heading = [], line = []] = [rows[1], rows[2]];
  const changed = (column: number, value: string) => line.map((cell, at) => (at === column ? value : cell));
  const statement = read(csvFile([heading, line, changed(0, "11/25/2026"), changed(6, "1.234,50")]));
  expect(statement).toMatchObject({
    lines: [{ day: "2026-11-21" }],
    unreadable: { count: 2, examples: [{ row: 3 }, { row: 4 }] },
  });
});

test("unknown headings are shown, and are read when somebody has chosen their columns", () => {
  const file = csvFile([
    ["Mera Bank"],
    ["Tarikh", "Vivaran", "Jama"],
    ["21/11/2026", "UPI 412345678901", "500"],
  ]);
  expect(readStatement(Buffer.from(file), [])).toEqual({
    kind: "unknown",
    rows: [["Mera Bank"], ["Tarikh", "Vivaran", "Jama"], ["21/11/2026", "UPI 412345678901", "500"]],
  });
  const chosen = [
    {
      headings: headingsKey(["tarikh ", "VIVARAN", "Jama", ""]),
      columns: { date: 0, narration: [1], credit: 2 },
    },
  ];
  expect(readStatement(Buffer.from(file), chosen)).toMatchObject({
    layout: "Chosen columns",
    lines: [{ day: "2026-11-21", paise: 500_00, utr: "412345678901" }],
  });
});

test("100,000 lines are read, and one more is refused", () => {
  const line = "21/11/2026,UPI 412345678901,,500\n";
  const heading = "Date,Narration,Debit,Credit\n";
  expect(read(heading + line.repeat(100_000)).lines).toHaveLength(100_000);
  expect(() => read(heading + line.repeat(100_001))).toThrow("more than 1,00,000 lines");
});

test.each([
  ["an empty file", Buffer.alloc(0), "This file is empty."],
  ["a PDF", Buffer.from("%PDF-1.7\n"), "This is a PDF."],
  ["an old workbook", Buffer.from("d0cf11e0a1b11ae1", "hex"), "workbook of an old format"],
  ["a web page", Buffer.from("<html><table>"), "This is a web page."],
  ["a text without a table", Buffer.from("hello"), "no table"],
  ["a text of three letters", Buffer.from("abc"), "no table"],
  ["a quotation mark without an end", Buffer.from('Date\n"a'), "The quotation mark in line 2 has no end."],
  ["a damaged workbook", xlsxFile(rows).subarray(0, 900), "damaged or protected"],
  ["a workbook that is larger than it says", xlsxFile(rows, { claimedBytes: 10 }), "damaged or protected"],
  ["a workbook that unpacks to 200 MB", xlsxFile(rows, { claimedBytes: 200_000_000 }), "too large"],
  // Each takes minutes if the end of each tag is looked for again and again.
  [
    "a text with a million hints that do not end",
    xlsxFile([], { texts: "<si>" + "<rPh>".repeat(1_000_000) + "</si>" }),
    "damaged or protected",
  ],
  [
    "a text with a million tags that do not end",
    xlsxFile([], { texts: `<si>${"<t ".repeat(1_000_000)}</si>` }),
    "no table",
  ],
  [
    "a cell with a million values that do not end",
    xlsxFile([], { sheet: `<row><c>${"<v ".repeat(1_000_000)}</c></row>` }),
    "no table",
  ],
  ["a workbook with a document type", xlsxFile([], { sheet: "<!DOCTYPE x>" }), "damaged or protected"],
  ["a file of 33 MB", Buffer.alloc(33 * 1024 * 1024, "a"), "more than 1,00,000 lines"],
])("%s is refused", (_what, file, message) => {
  expect(() => readStatement(file, [])).toThrow(TableProblem);
  expect(() => readStatement(file, [])).toThrow(message);
});
