import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { listPdf, row } from "../../tests/world/list-pdf.ts";
import { pdfOf, stream } from "../../tests/world/pdf-files.ts";
import { suggestChoice } from "./chosen-list.ts";
import { readListFile } from "./read-list-file.ts";

const TITLE = { x: 10, y: 190, text: "ENGINEERING CUTOFF RANK OF CET-2024 - R1 ALLOTMENT ( GENERAL )" };
const COLLEGE = { x: 10, y: 170, text: "E001  A College (Autonomous)  Bangalore" };
const headings = row(150, "1G", "GM").map((cell) => ({ ...cell, x: cell.x + 40 }));

test("a list is read with the college and the heading above each figure", () => {
  const list = readListFile(
    listPdf([[TITLE, COLLEGE, ...headings, ...row(130, " CS Computers", "7512.84375", "--")]]),
  );
  expect(list).toEqual({
    title: TITLE.text,
    rows: [
      {
        college: "E001",
        name: "A College (Autonomous) Bangalore",
        code: "CS",
        course: "Computers",
        ranks: [{ category: "1G", rank: "7512.844" }],
      },
    ],
  });
});

test("each page is reported when it is read", () => {
  const pages = [1, 2, 3].map((rank) => [
    TITLE,
    COLLEGE,
    ...headings,
    ...row(130, "CS Computers", `${rank}`, "--"),
  ]);
  const reported: unknown[] = [];
  readListFile(listPdf(pages), (progress) => reported.push(progress));
  expect(reported).toEqual([1, 2, 3].map((done) => ({ done, total: 3 })));
});

const ok = [TITLE, COLLEGE, ...headings];

test.each([
  [
    "a missing cell",
    [...ok, ...row(130, "CS Computers", "7512")],
    "Page 1, line 4: this row has 1 cells below 2 headings.",
  ],
  [
    "a cell too many",
    [...ok, ...row(130, "CS Computers", "1", "2", "3")],
    "Page 1, line 4: this row has 3 cells below 2 headings.",
  ],
  [
    "a figure that is none",
    [...ok, ...row(130, "CS Computers", "75l2", "--")],
    'Page 1, line 4: "75l2" is no rank.',
  ],
  ["a rank of zero", [...ok, ...row(130, "CS Computers", "0", "--")], 'Page 1, line 4: "0" is no rank.'],
  [
    "a course without a code",
    [...ok, ...row(130, "Computers", "1", "2")],
    "Page 1, line 4: this row has no code of a course.",
  ],
  [
    "a row without a college",
    [TITLE, TITLE, ...headings, ...row(130, "CS Computers", "1", "2")],
    "Page 1, line 4: this row has no college or no headings above it.",
  ],
  [
    "two equal headings",
    [TITLE, COLLEGE, ...headings.map((cell) => ({ ...cell, text: "GM" }))],
    "Page 1, line 3: two columns have the same heading.",
  ],
  [
    "a column that is shifted",
    [
      ...ok,
      ...row(130, "CS Computers", "1", "2").map((cell, index) => ({ ...cell, x: cell.x + 20 * index })),
    ],
    "Page 1, line 4: a cell is not below its heading.",
  ],
  ["no ranks", ok, "This PDF has no closing ranks. Please choose a list of cut-off ranks."],
])("a PDF with %s is refused with its place", (_what, texts, message) => {
  expect(() => readListFile(listPdf([texts]))).toThrow(message);
});

const whole = listPdf([[...ok, ...row(130, "CS Computers", "1", "2")]]);

test.each([
  ["cut off", whole.subarray(0, whole.length - 100), "its end is missing"],
  [
    "without its contents",
    Buffer.from(whole.toString("latin1").replace("4 0 obj", "9 0 obj"), "latin1"),
    "its part 4 is missing",
  ],
  ["protected", listPdf([ok], "/Encrypt 9 0 R "), "This PDF is protected."],
  [
    "of another program",
    Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /XRef >>\nendobj\n%%EOF\n"),
    "was not written by KEA's programs",
  ],
  ["empty", Buffer.from("%PDF-1.4\n"), "its end is missing"],
])("a PDF that is %s is refused", (_what, bytes, message) => {
  expect(() => readListFile(bytes)).toThrow(message);
});

test("a cycle of pages ends the reading", () => {
  const circle = ["<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1 >>"];
  expect(() => readListFile(pdfOf(circle))).toThrow("its pages are in a circle");
});

test("a PDF of more pages, more drawings or more bytes than a list has is refused", () => {
  const page = "<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>";
  const pdf = (kids: number, contents: Buffer) =>
    pdfOf([
      "<< /Type /Catalog /Pages 2 0 R >>",
      `<< /Type /Pages /Kids [${"3 0 R ".repeat(kids)}] /Count ${kids} >>`,
      page,
      contents,
    ]);
  expect(() => readListFile(pdf(1_001, stream("", Buffer.from(""))))).toThrow(
    "This PDF has more than 1000 pages.",
  );
  const boxes = stream("", Buffer.from("0 0 1 1 re ".repeat(200_001)));
  expect(() => readListFile(pdf(1, boxes))).toThrow(/^Page 1/);
  // 300 MB of nothing, in 300 kB.
  const bomb = stream("/Filter /FlateDecode", deflateSync(Buffer.alloc(300 * 1024 * 1024)));
  expect(() => readListFile(pdf(1, bomb))).toThrow("a page cannot be unpacked");
});

const csv = (...lines: string[]) => Buffer.from(lines.join("\n"));

test("a table has one rank a row, or one course a row", () => {
  const long = csv(
    "exam,year,round,college_code,college_name,course_code,course_name,category,closing_rank",
    'COMEDK,2026,1,E001,"A College, Bengaluru",CS,Computer Science,GM,1200.5',
    'COMEDK,2026,1,E001,"A College, Bengaluru",CS,Computer Science,KKR,--',
  );
  const wide = csv(
    "college_code,college_name,course_code,course_name,GM,KKR",
    "E001,A College,CS,Computer Science,1200.5,",
  );
  const ranks = [{ category: "GM", rank: "1200.5" }];
  expect(readListFile(long).rows).toMatchObject([{ college: "E001", code: "CS", ranks }]);
  expect(readListFile(wide).rows).toMatchObject([{ college: "E001", code: "CS", ranks }]);
  expect(suggestChoice(readListFile(long), "x.csv")).toMatchObject({
    meritList: "COMEDK",
    year: 2026,
    round: "1",
    region: "all",
  });
});

test.each([
  [["name,rank", "A,1"], "This file has no column college_code in its first row."],
  [
    ["college_code,college_name,course_name,category,closing_rank", "E1,A,B,GM,1"],
    'Line 2: "E1" is no code of a college.',
  ],
  [
    ["college_code,college_name,course_name,category,closing_rank", "E001,A,B,GM,x"],
    'Line 2: "x" is no rank.',
  ],
  [
    ["college_code,college_name,course_name,category,closing_rank", "E001,A,B,GM,1", "E001,A,B,GM,2"],
    "Line 3: E001, B, GM is there twice.",
  ],
])("a table that is wrong is refused with its line", (lines, message) => {
  expect(() => readListFile(csv(...lines))).toThrow(message);
});

test.each([
  [
    "ENGINEERING CUTOFF RANK OF CET-2023 - SECOND EXTENTED ROUND ALLOTMENT ( GENERAL )",
    "UGCET",
    2023,
    "2ext",
    "general",
  ],
  ["ENGINEERING CUTOFF RANK OF CET-2024 - EXT RND ALLOTMENT ( GENERAL )", "UGCET", 2024, "ext", "general"],
  ["ENGINEERING CUTOFF RANK OF CET-2022 - SECOND ROUND ALLOTMENT ( GENERAL )", "UGCET", 2022, "2", "general"],
  ["ENGINEERING CUTOFF RANK OF CET-2023 - 1st ROUND ALLOTMENT ( GENERAL )", "UGCET", 2023, "1", "general"],
  [
    "Non-Interactive Admission System - 2025-26 ( Session- 1 Allotment Cut-Off) UGCET-2025 ALLOTMENT CUT-OFF RANKS FOR Engineering Seat Type: Rest Of karnataka Cut-Off Ranks",
    "UGCET",
    2025,
    "1",
    "general",
  ],
  [
    "UGCET-2025 SESSION-2 ALLOTMENT CUT-OFF RANKS FOR Engineering Seat Type: Hyderabad Karnataka Cut-Off Ranks",
    "UGCET",
    2025,
    "2",
    "371j",
  ],
  [
    "UGCET-2025 THIRD ROUND CUT-OFF RANKS FOR Architecture Seat Type: Rest Of karnataka Cut-Off Ranks",
    "UGCET-ARCH",
    2025,
    "3",
    "general",
  ],
  [
    "UGCET-2026 MOCK ALLOTMENT CUT-OFF RANKS FOR Engineering Seat Type: Rest Of karnataka Cut-Off Ranks",
    "UGCET",
    2026,
    "mock",
    "general",
  ],
])("the title %s names its list", (title, meritList, year, round, region) => {
  expect(suggestChoice({ title, rows: [] }, "list.pdf")).toEqual({
    meritList,
    year,
    round,
    region,
    isProvisional: false,
  });
});

test("the name of a file decides if it names the list", () => {
  expect(suggestChoice({ title: "", rows: [] }, "UGCET-BPHARMA-2026-2-371j.pdf")).toMatchObject({
    meritList: "UGCET-BPHARMA",
    year: 2026,
    round: "2",
    region: "371j",
  });
});
